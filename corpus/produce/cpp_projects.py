"""The little C++ projects the cases change: a cache, a ledger, a lexer and a matrix library."""

from bench import Project

IGNORE = "/build/\n*.o\n/lru_test\n/lexer_test\n/matrix_test\n"

LRU = Project("lru", {
    "README.md": "# lru\n\nA small least-recently-used cache.\n\nRun `make test`.\n",
    "Makefile": """\
CXX ?= g++
CXXFLAGS ?= -std=c++17 -O1 -g -Wall -Wextra -Werror
LDLIBS = -lgtest -lgtest_main -pthread

test: lru_test
	./lru_test

lru_test: src/lru.o test/lru_test.o
	$(CXX) $(CXXFLAGS) $^ $(LDLIBS) -o $@

%.o: %.cc src/lru.h
	$(CXX) $(CXXFLAGS) -Isrc -c $< -o $@

clean:
	rm -f src/*.o test/*.o lru_test

.PHONY: test clean
""",
    "src/lru.h": """\
#pragma once

#include <list>
#include <string>
#include <unordered_map>
#include <utility>

// Keeps the entries that were used last; not thread-safe.
class Lru {
 public:
  explicit Lru(size_t capacity) : m_capacity(capacity) {}

  void put(const std::string& key, int value);
  // Null when the key is not held. A hit makes the entry the newest.
  const int* get(const std::string& key);
  bool remove(const std::string& key);
  size_t size() const { return m_entries.size(); }

 private:
  using Entries = std::list<std::pair<std::string, int>>;
  size_t m_capacity;
  Entries m_entries;
  std::unordered_map<std::string, Entries::iterator> m_index;
};
""",
    "src/lru.cc": """\
#include "lru.h"

void Lru::put(const std::string& key, int value) {
  remove(key);
  m_entries.emplace_front(key, value);
  m_index[key] = m_entries.begin();
  if (m_entries.size() > m_capacity) {
    m_index.erase(m_entries.back().first);
    m_entries.pop_back();
  }
}

const int* Lru::get(const std::string& key) {
  const auto found = m_index.find(key);
  if (found == m_index.end()) return nullptr;
  m_entries.splice(m_entries.begin(), m_entries, found->second);
  return &found->second->second;
}

bool Lru::remove(const std::string& key) {
  const auto found = m_index.find(key);
  if (found == m_index.end()) return false;
  m_entries.erase(found->second);
  m_index.erase(found);
  return true;
}
""",
    "test/lru_test.cc": """\
#include "lru.h"

#include <gtest/gtest.h>

TEST(Lru, ReturnsWhatWasPut) {
  Lru cache(2);
  cache.put("a", 1);
  ASSERT_NE(cache.get("a"), nullptr);
  EXPECT_EQ(*cache.get("a"), 1);
}

TEST(Lru, EvictsTheOldestEntry) {
  Lru cache(2);
  cache.put("a", 1);
  cache.put("b", 2);
  cache.put("c", 3);
  EXPECT_EQ(cache.get("a"), nullptr);
  EXPECT_EQ(cache.size(), 2u);
}

TEST(Lru, GetMakesAnEntryTheNewest) {
  Lru cache(2);
  cache.put("a", 1);
  cache.put("b", 2);
  cache.get("a");
  cache.put("c", 3);
  EXPECT_NE(cache.get("a"), nullptr);
  EXPECT_EQ(cache.get("b"), nullptr);
}

TEST(Lru, RemoveForgetsAnEntry) {
  Lru cache(2);
  cache.put("a", 1);
  EXPECT_TRUE(cache.remove("a"));
  EXPECT_FALSE(cache.remove("a"));
  EXPECT_EQ(cache.get("a"), nullptr);
}
""",
}, IGNORE)

LEDGER = Project("ledger", {
    "CMakeLists.txt": """\
cmake_minimum_required(VERSION 3.20)
project(ledger CXX)

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
add_compile_options(-Wall -Wextra -Werror)

find_package(GTest REQUIRED)
enable_testing()
include(GoogleTest)

add_library(ledger src/ledger.cc src/access.cc src/statement.cc)
target_include_directories(ledger PUBLIC src)

foreach(name ledger access statement)
  add_executable(${name}_test test/${name}_test.cc)
  target_link_libraries(${name}_test ledger GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name}_test)
endforeach()
""",
    "src/ledger.h": """\
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>

#include "access.h"

using Cents = std::int64_t;

struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Balances never go below zero; a transfer moves everything or nothing.
class Ledger {
 public:
  void deposit(const std::string& account, Cents amount);
  void transfer(const User& user, const std::string& from, const std::string& to, Cents amount);
  Cents charge(const std::string& account, Cents amount);
  Cents balance(const std::string& account) const;
  void close_account(const User& user, const std::string& account);

 private:
  std::map<std::string, Cents> m_balances;
};
""",
    "src/ledger.cc": """\
#include "ledger.h"

void Ledger::deposit(const std::string& account, Cents amount) {
  if (amount <= 0) throw Refused("amount must be positive");
  m_balances[account] += amount;
}

void Ledger::transfer(const User& user, const std::string& from, const std::string& to, Cents amount) {
  require_permission(user, Permission::transfer);
  if (amount <= 0) throw Refused("amount must be positive");
  if (balance(from) < amount) throw Refused("not enough money in " + from);
  m_balances[from] -= amount;
  m_balances[to] += amount;
}

Cents Ledger::charge(const std::string& account, Cents amount) {
  const Cents fee = amount / 100;
  const Cents total = amount + fee;
  if (balance(account) < total) throw Refused("not enough money in " + account);
  m_balances[account] -= total;
  return fee;
}

Cents Ledger::balance(const std::string& account) const {
  const auto found = m_balances.find(account);
  return found == m_balances.end() ? 0 : found->second;
}

void Ledger::close_account(const User& user, const std::string& account) {
  require_permission(user, Permission::close);
  if (balance(account) != 0) throw Refused("account is not empty: " + account);
  m_balances.erase(account);
}
""",
    "src/access.h": """\
#pragma once

#include <set>
#include <stdexcept>
#include <string>

enum class Permission { read, transfer, close };

struct User {
  std::string name;
  std::set<Permission> permissions;
};

struct Forbidden : std::runtime_error {
  using std::runtime_error::runtime_error;
};

bool has_permission(const User& user, Permission permission);
void require_permission(const User& user, Permission permission);
""",
    "src/access.cc": """\
#include "access.h"

bool has_permission(const User& user, Permission permission) {
  return user.permissions.count(permission) != 0;
}

void require_permission(const User& user, Permission permission) {
  if (!has_permission(user, permission)) throw Forbidden(user.name + " may not do this");
}
""",
    "src/statement.h": """\
#pragma once

#include <string>
#include <vector>

#include "ledger.h"

struct Line {
  std::string text;
  Cents amount = 0;
};

std::string format_cents(Cents amount);
std::string render_statement(const std::vector<Line>& lines);
""",
    "src/statement.cc": """\
#include "statement.h"

#include <cstdlib>

std::string format_cents(Cents amount) {
  const Cents whole = std::abs(amount) / 100;
  const Cents rest = std::abs(amount) % 100;
  std::string text = amount < 0 ? "-" : "";
  text += std::to_string(whole) + ".";
  if (rest < 10) text += "0";
  return text + std::to_string(rest);
}

std::string render_statement(const std::vector<Line>& lines) {
  std::string page;
  Cents total = 0;
  for (const Line& line : lines) {
    page += line.text + ": " + format_cents(line.amount) + "\\n";
    total += line.amount;
  }
  return page + "total: " + format_cents(total) + "\\n";
}
""",
    "test/ledger_test.cc": """\
#include "ledger.h"

#include <gtest/gtest.h>

namespace {
const User k_teller{"tess", {Permission::read, Permission::transfer, Permission::close}};

TEST(Ledger, DepositsAddUp) {
  Ledger ledger;
  ledger.deposit("ann", 500);
  ledger.deposit("ann", 250);
  EXPECT_EQ(ledger.balance("ann"), 750);
}

TEST(Ledger, TransferMovesMoney) {
  Ledger ledger;
  ledger.deposit("ann", 500);
  ledger.transfer(k_teller, "ann", "bob", 200);
  EXPECT_EQ(ledger.balance("ann"), 300);
  EXPECT_EQ(ledger.balance("bob"), 200);
}

TEST(Ledger, TransferFailsWhenMoneyIsMissing) {
  Ledger ledger;
  ledger.deposit("ann", 100);
  EXPECT_THROW(ledger.transfer(k_teller, "ann", "bob", 200), Refused);
  EXPECT_EQ(ledger.balance("ann"), 100);
}

TEST(Ledger, ClosesEmptyAccountsOnly) {
  Ledger ledger;
  ledger.deposit("ann", 100);
  EXPECT_THROW(ledger.close_account(k_teller, "ann"), Refused);
}
}  // namespace
""",
    "test/access_test.cc": """\
#include "access.h"

#include <gtest/gtest.h>

TEST(Access, ReaderMayNotTransfer) {
  const User reader{"rita", {Permission::read}};
  EXPECT_FALSE(has_permission(reader, Permission::transfer));
  EXPECT_THROW(require_permission(reader, Permission::transfer), Forbidden);
}

TEST(Access, TellerMayTransfer) {
  const User teller{"tess", {Permission::transfer}};
  EXPECT_NO_THROW(require_permission(teller, Permission::transfer));
}
""",
    "test/statement_test.cc": """\
#include "statement.h"

#include <gtest/gtest.h>

TEST(Statement, FormatsCents) {
  EXPECT_EQ(format_cents(1205), "12.05");
  EXPECT_EQ(format_cents(-75), "-0.75");
}

TEST(Statement, SumsUpTheLines) {
  EXPECT_EQ(render_statement({{"rent", -50000}, {"pay", 210000}}), "rent: -500.00\\npay: 2100.00\\ntotal: 1600.00\\n");
}
""",
    ".github/workflows/ci.yml": """\
name: ci
on: [push, pull_request]
jobs:
  test:
    runs-on: ubuntu-22.04
    steps:
      - uses: actions/checkout@v4
      - run: cmake -S . -B build -G Ninja
      - run: cmake --build build
      - run: ctest --test-dir build --output-on-failure
""",
}, IGNORE)

BUILD_LEDGER = ["cmake -S . -B build -G Ninja > /dev/null && cmake --build build", "ctest --test-dir build --output-on-failure"]

LEXER = Project("lexer", {
    "Makefile": """\
CXXFLAGS = -std=c++17 -g -Wall -Wextra

test: lexer_test
	./lexer_test

lexer_test: lexer.cc lexer_test.cc lexer.h
	g++ $(CXXFLAGS) lexer.cc lexer_test.cc -o $@

clean:
	rm -f lexer_test
""",
    "lexer.h": """\
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

enum class Kind { number, name, sign, end };

struct Token {
  Kind kind;
  std::string text;
};

struct SyntaxError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::vector<Token> tokenize(const std::string& source);
int evaluate(const std::string& source);
""",
    "lexer.cc": """\
#include "lexer.h"

#include <cctype>

std::vector<Token> tokenize(const std::string& source) {
  std::vector<Token> tokens;
  size_t at = 0;
  while (at < source.size()) {
    const unsigned char c = source[at];
    const size_t start = at;
    if (std::isspace(c)) {
      ++at;
    } else if (std::isdigit(c)) {
      while (at < source.size() && std::isdigit((unsigned char)source[at])) ++at;
      tokens.push_back({Kind::number, source.substr(start, at - start)});
    } else if (std::isalpha(c)) {
      while (at < source.size() && std::isalnum((unsigned char)source[at])) ++at;
      tokens.push_back({Kind::name, source.substr(start, at - start)});
    } else if (c == '+' || c == '-' || c == '*') {
      tokens.push_back({Kind::sign, std::string(1, source[at++])});
    } else {
      throw SyntaxError("unexpected character at " + std::to_string(at));
    }
  }
  tokens.push_back({Kind::end, ""});
  return tokens;
}

namespace {
int value_of(const Token& token) {
  if (token.kind != Kind::number) throw SyntaxError("a number was expected");
  return std::stoi(token.text);
}
}  // namespace

int evaluate(const std::string& source) {
  const auto tokens = tokenize(source);
  size_t at = 0;
  int result = value_of(tokens[at++]);
  while (tokens[at].kind != Kind::end) {
    const std::string sign = tokens[at++].text;
    const int next = value_of(tokens[at++]);
    if (sign == "+") result += next;
    if (sign == "-") result -= next;
    if (sign == "*") result *= next;
  }
  return result;
}
""",
    "lexer_test.cc": """\
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "lexer.h"

#include <doctest/doctest.h>

TEST_CASE("numbers and signs become tokens") {
  const auto tokens = tokenize("1 + 22");
  REQUIRE(tokens.size() == 4);
  CHECK(tokens[0].text == "1");
  CHECK(tokens[2].text == "22");
  CHECK(tokens[3].kind == Kind::end);
}

TEST_CASE("an unknown character is a syntax error") {
  CHECK_THROWS_AS(tokenize("1 ? 2"), SyntaxError);
}

TEST_CASE("evaluates from left to right") {
  CHECK(evaluate("1 + 2") == 3);
  CHECK(evaluate("2 * 3 - 1") == 5);
}
""",
}, IGNORE)

MATRIX = Project("matrix", {
    "Makefile": """\
CXXFLAGS = -std=c++17 -Wall -Wextra -Wno-unused-function

test: matrix_test
	./matrix_test

matrix_test: matrix_test.cc matrix.h
	g++ $(CXXFLAGS) matrix_test.cc -o $@
""",
    "matrix.h": """\
#pragma once

#include <stdexcept>
#include <vector>

class Matrix {
 public:
  Matrix(size_t rows, size_t columns) : m_rows(rows), m_columns(columns), m_cells(rows * columns) {}

  double& at(size_t row, size_t column) { return m_cells.at(row * m_columns + column); }
  double at(size_t row, size_t column) const { return m_cells.at(row * m_columns + column); }
  size_t rows() const { return m_rows; }
  size_t columns() const { return m_columns; }

 private:
  size_t m_rows;
  size_t m_columns;
  std::vector<double> m_cells;
};

inline Matrix multiply(const Matrix& a, const Matrix& b) {
  if (a.columns() != b.rows()) throw std::invalid_argument("shapes do not fit");
  Matrix product(a.rows(), b.columns());
  for (size_t i = 0; i < a.rows(); ++i)
    for (size_t j = 0; j < b.columns(); ++j)
      for (size_t k = 0; k < a.columns(); ++k) product.at(i, j) += a.at(i, k) * b.at(k, j);
  return product;
}

inline Matrix transpose(const Matrix& m) {
  Matrix turned(m.columns(), m.rows());
  for (size_t i = 0; i < m.rows(); ++i)
    for (size_t j = 0; j < m.columns(); ++j) turned.at(j, i) = m.at(i, j);
  return turned;
}
""",
    "matrix_test.cc": """\
#define CATCH_CONFIG_MAIN
#define CATCH_CONFIG_FAST_COMPILE
#include "matrix.h"

#include <catch2/catch.hpp>

TEST_CASE("multiplying fits rows to columns", "[multiply]") {
  Matrix a(1, 2), b(2, 1);
  a.at(0, 0) = 2;
  a.at(0, 1) = 3;
  b.at(0, 0) = 5;
  b.at(1, 0) = 7;
  CHECK(multiply(a, b).at(0, 0) == 31);
}

TEST_CASE("multiplying shapes that do not fit fails", "[multiply]") {
  CHECK_THROWS_AS(multiply(Matrix(1, 2), Matrix(1, 2)), std::invalid_argument);
}

TEST_CASE("transposing swaps rows and columns", "[transpose]") {
  Matrix m(1, 3);
  m.at(0, 2) = 9;
  CHECK(transpose(m).at(2, 0) == 9);
  CHECK(transpose(m).rows() == 3);
}
""",
}, IGNORE)
