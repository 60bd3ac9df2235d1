#include "judge/tests/likeness.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace assay::judge {

namespace {

constexpr size_t k_most = 400;  // names and values of one test

constexpr std::string_view k_of_test_names[] = {"test", "tests", "should", "returns", "return", "works", "with", "the",
                                                "for",  "and",   "when",   "that",    "can",    "does",  "not",  "is",
                                                "it",   "of",    "in",     "to",      "if",     "on",    "has",  "are",
                                                "be",   "an",    "by",     "from",    "case"};

// In lower case, of all languages together.
constexpr std::string_view k_of_frameworks[] = {
    "def",    "self",        "this",     "it",        "test",     "describe",  "context",    "func",     "function",
    "fn",     "fun",         "void",     "t",         "public",   "private",   "static",     "final",    "const",
    "let",    "var",         "val",      "auto",      "int",      "bool",      "string",     "double",   "float",
    "mut",    "async",       "await",    "return",    "new",      "if",        "else",       "for",      "in",
    "of",     "do",          "end",      "try",       "catch",    "except",    "throws",     "throw",    "raises",
    "raise",  "with",        "as",       "not",       "and",      "or",        "is",         "true",     "false",
    "none",   "null",        "nil",      "undefined", "class",    "import",    "from",       "require",  "use",
    "errorf", "error",       "fatal",    "fatalf",    "log",      "logf",      "helper",     "run",      "testing",
    "ok",     "err",         "got",      "want",      "expected", "actual",    "result",     "pytest",   "unittest",
    "junit",  "override",    "std",      "unwrap",    "len",      "append",    "println",    "print",    "vec",
    "some",   "to",          "be",       "eq",        "not_to",   "be_nil",    "be_true",    "be_empty", "deepequal",
    "equal",  "strictequal", "notequal", "nothrow",   "rejects",  "resolves",  "range",      "super",    "lambda",
    "typeof", "string_view", "size_t",   "assert",    "expect",   "exception", "isinstance", "str"};

bool is_of_frameworks(const std::string& word) {
  if (word.starts_with("assert") || word.starts_with("expect_") || word.starts_with("tobe") ||
      word.starts_with("toequal") || word.starts_with("tohave") || word.starts_with("tothrow") ||
      word.starts_with("be_") || word == "test_f" || word == "test_p")
    return true;
  return std::find(std::begin(k_of_frameworks), std::end(k_of_frameworks), word) != std::end(k_of_frameworks);
}

// "prices" and "price" are one word.
std::string stem(std::string word) {
  if (word.size() > 3 && word.back() == 's' && word[word.size() - 2] != 's') word.pop_back();
  return word;
}

std::set<std::string> words_of_test(std::string_view name) {
  std::string plain;
  for (const char c : name) plain += is_word(c) ? c : '_';
  std::set<std::string> out;
  for (auto& word : words_of(plain)) {
    if (std::find(std::begin(k_of_test_names), std::end(k_of_test_names), word) == std::end(k_of_test_names))
      out.insert(stem(std::move(word)));
  }
  return out;
}

size_t shared(const std::set<std::string>& a, const std::set<std::string>& b) {
  return static_cast<size_t>(std::count_if(a.begin(), a.end(), [&](const auto& each) { return b.contains(each); }));
}

bool is_telling(const std::string& value) {
  const bool number = !value.empty() && std::all_of(value.begin(), value.end(), is_digit);
  return number ? value.size() > 1 && value != "10" && value != "100" : value.size() > 1;
}

// At least half of all the words in either name.
bool have_like_names(const TestTraits& lost, const TestTraits& gained) {
  const size_t common = shared(lost.words, gained.words);
  return common > 0 && common * 2 >= lost.words.size() + gained.words.size() - common;
}

bool have_like_values(const TestTraits& lost, const TestTraits& gained, size_t part) {
  const size_t common = shared(lost.values, gained.values);
  constexpr size_t k_enough_plain = 3;  // of 0, 1 and the like
  const bool tells = common >= k_enough_plain ||
                     std::any_of(lost.values.begin(), lost.values.end(),
                                 [&](const auto& value) { return is_telling(value) && gained.values.contains(value); });
  return tells && common * 3 >= lost.values.size() * part;
}

}  // namespace

TestTraits traits_of(const CodeHunk& hunk, const std::vector<TestDeclaration>& tests, size_t at, Side side) {
  TestTraits out;
  out.words = words_of_test(tests[at].name);
  out.is_table = tests[at].table;
  size_t end = hunk.lines.size();
  for (const auto& test : tests) {
    if (test.line > tests[at].line) end = std::min(end, test.line);
  }
  for (size_t i = tests[at].line; i < end; ++i) {
    if (!on_side(hunk.lines[i], side)) continue;
    const Tokens& tokens = tokens_of(hunk.lines[i], side);
    for (size_t k = 0; k < tokens.size() && out.names.size() + out.values.size() < k_most; ++k) {
      const auto& token = tokens[k];
      const bool declares = i == tests[at].line && contains(tests[at].name, token.unquoted());
      if (declares) continue;
      if (token.string() || token.kind == TokenKind::number) {
        out.values.insert(std::string(token.unquoted().substr(0, 80)));
      } else if (token.word()) {
        auto word = lower(token.text);
        if (!is_of_frameworks(word)) out.names.insert(std::move(word));
      }
    }
  }
  return out;
}

bool may_be_same(const TestTraits& lost, const TestTraits& gained) {
  if (have_like_names(lost, gained)) return true;
  if (lost.is_bare() || gained.is_bare()) return true;  // not enough is shown
  const size_t names = shared(lost.names, gained.names);
  const bool compares = !lost.values.empty() && !gained.values.empty();  // rows may stand out of sight
  if (gained.is_table) return names > 0 && (!compares || have_like_values(lost, gained, 1));
  if (lost.values.empty()) return names * 5 >= lost.names.size() * 4;
  constexpr size_t k_one_third = 1, k_all = 3;
  return (names * 2 >= lost.names.size() && have_like_values(lost, gained, k_one_third)) ||
         have_like_values(lost, gained, k_all);
}

}  // namespace assay::judge
