#include "judge/tests/implied.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace assay::judge {

namespace {

// Words around a value that ask for something of it.
constexpr std::array<std::string_view, 22> k_questions = {
    "len", "size",  "count", "length",  "Count",   "Length", "strlen", "isinstance", "typeof", "type", "get",
    "at",  "first", "last",  "is_some", "is_none", "is_ok",  "not",    "await",      "self",   "this", "str"};

bool is_question(std::string_view word) {
  return std::find(k_questions.begin(), k_questions.end(), word) != k_questions.end();
}

// The name of the value that is asked about: names of "len ( names )" and of "names . get ( 0 )".
std::string_view root_of_value(std::string_view subject) {
  for (size_t begin = 0; begin < subject.size();) {
    if (!is_alpha(subject[begin]) && subject[begin] != '_') {
      ++begin;
      continue;
    }
    size_t end = begin;
    while (end < subject.size() && is_word(subject[end])) ++end;
    const std::string_view word = subject.substr(begin, end - begin);
    if (!is_question(word)) return word;
    begin = end;
  }
  return {};
}

bool asks_for_size(const Assertion& a) { return contains_any(lower(a.text), {"len (", "length", "size", "count"}); }

// Compares the value as a whole with one that is written down.
bool compares_whole(const Assertion& a) {
  if (a.negated || a.subject.empty() || root_of_value(a.subject) != a.subject) return false;
  if (contains_any(lower(a.text), {"verify", "times", "called", "received"})) return false;  // how often
  const bool lists = contains_any(lower(a.text), {"containsexactly", "elementsare", "contain_exactly", "match_array"});
  return lists || a.strength == Strength::exact;
}

std::vector<std::string_view> literals_of(const Assertion& a) {
  std::vector<std::string_view> out;
  for (const Token& token : a.tokens)
    if (token.string() || token.kind == TokenKind::number) out.push_back(token.unquoted());
  return out;
}

// "2u" and "2" are one number.
bool is_same_literal(std::string_view a, std::string_view b) {
  const auto plain = [](std::string_view s) {
    if (s.empty() || !is_digit(s[0])) return s;
    return s.substr(0, std::min(s.find_first_not_of("0123456789."), s.size()));
  };
  return plain(a) == plain(b);
}

// names [ 0 ], names . get ( 0 ): which element, not what it is.
bool is_index(const Assertion& a, size_t at) {
  const Tokens& t = a.tokens;
  if (at == 0 || at + 1 >= t.size() || t[at].kind != TokenKind::number) return false;
  if (t[at - 1].is("[") && t[at + 1].is("]")) return at > 1 && t[at - 2].word();
  return t[at - 1].is("(") && t[at + 1].is(")") && at > 1 && is_question(t[at - 2].text);
}

// The error of before.text is asked for by name: assertThrows(E.class, …) and
// assertThatThrownBy(…).isInstanceOf(E.class).
bool asks_for_same_error(const Assertion& after, const Assertion& before) {
  if (!contains_any(before.matcher, {"throw", "raise"}) || !contains(lower(after.text), "thrown")) return false;
  return std::any_of(before.tokens.begin(), before.tokens.end(), [&](const Token& t) {
    return t.word() && (t.text.ends_with("Exception") || t.text.ends_with("Error")) &&
           find_word(after.text, t.text) != std::string_view::npos;
  });
}

}  // namespace

bool implies(const Assertion& after, const Assertion& before) {
  if (asks_for_same_error(after, before)) return true;
  if (before.negated && !contains_any(lower(before.text), {"null", "nil", "none", "undefined"})) return false;
  if (!compares_whole(after) || root_of_value(before.subject) != after.subject) return false;
  const auto written = literals_of(after);
  if (written.empty()) return false;
  for (size_t i = 0; i < before.tokens.size(); ++i) {
    const Token& token = before.tokens[i];
    if (!token.string() && token.kind != TokenKind::number) continue;
    if (is_index(before, i)) continue;
    const bool small = token.kind == TokenKind::number && parse_uint(token.text).value_or(0) <= written.size();
    if (asks_for_size(before) && small) continue;
    const bool said = std::any_of(written.begin(), written.end(),
                                  [&](std::string_view value) { return is_same_literal(value, token.unquoted()); });
    // A field of an object that is written without quotes: user["name"] and { name: 'Ada' }.
    if (!said && find_word(after.text, token.unquoted()) == std::string_view::npos) return false;
  }
  return true;
}

}  // namespace assay::judge
