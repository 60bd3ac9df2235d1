// The tests that reports of this run name, and how each ended.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "logs/facts.h"

namespace assay::judge {

// A test by the words that people write: "tests/test_auth.py::TestAuth::test_login", "auth > login works" and
// "com.example.AuthTest#login" are sequences of words, whatever stands between them.
class TestName {
 public:
  explicit TestName(std::string_view text);

  // `name` is all of it or its end, from one of its parts on. "test_login" is tests/test_auth.py::test_login, and
  // test_login[guest].
  bool is_called(const TestName& name) const;
  std::string_view last_word() const;
  std::string_view last_word_without_case() const;  // of "test_login[guest]": "test_login"

 private:
  std::string m_words;
  std::vector<size_t> m_parts;  // where one begins
  size_t m_without_case = 0;    // the length without "[guest]"
};

// Whether people may call that test so.
bool is_called(std::string_view test, std::string_view name);

class TestReport {
 public:
  enum class Standing { unknown, passed, skipped, failed };

  // `digest` names the report as evidence; may be empty.
  void add(const logs::Facts& facts, std::string_view digest);
  // `file`: where it stands, as its runner reports; may be empty.
  void add(std::string_view test, logs::Outcome outcome, std::string_view digest, std::string_view file = {});
  bool empty() const { return m_tests.empty(); }

  // By any of its names. Where several tests are meant the worst counts.
  Standing standing(std::string_view test) const;
  // The full name and the report of a test that was found.
  struct Source {
    Standing standing = Standing::unknown;
    std::string name;
    std::string digest;
    std::string file;
  };
  const Source* find(std::string_view test) const;

 private:
  struct Test {
    TestName name;
    Source source;
  };
  std::vector<Test> m_tests;
  std::unordered_multimap<std::string, size_t> m_by_last_word;
};

}  // namespace assay::judge
