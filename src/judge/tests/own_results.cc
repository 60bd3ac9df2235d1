#include "judge/tests/own_results.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "judge/code_names.h"
#include "judge/function_body.h"

namespace assay::judge {

namespace {

bool is_name(const std::string& s) {
  return !s.empty() && (is_alpha(s[0]) || s[0] == '_' || s[0] == '$') &&
         std::all_of(s.begin() + 1, s.end(), [](char c) { return is_word(c); });
}

std::string given_to(const CodeHunk& hunk, const std::string& text) {
  for (const auto& line : hunk.lines) {
    if (!is_added(line)) continue;
    const Tokens& t = tokens_of(line);
    for (size_t i = 0; i + 2 < t.size(); ++i) {
      if (!t[i].is(text)) continue;
      size_t sign = i + 1;
      if (t[sign].is(",") && sign + 2 < t.size() && t[sign + 1].word()) sign += 2;  // want, err := f(x)
      if (!t[sign].is("=") && !t[sign].is(":=")) continue;
      size_t end = sign + 1;
      int depth = 0;
      while (end < t.size() && !(depth == 0 && t[end].is(";"))) {
        depth += t[end].is("(") || t[end].is("[") || t[end].is("{");
        depth -= t[end].is(")") || t[end].is("]") || t[end].is("}");
        ++end;
      }
      return text_of(t, sign + 1, end);
    }
  }
  return text;
}

// What a name was given on a line this change adds, through other names; the text itself when it is no such name.
std::string origin_of(const CodeHunk& hunk, const std::string& text) {
  std::string origin = text;
  for (int step = 0; step < 3 && is_name(origin); ++step) origin = given_to(hunk, origin);
  return origin;
}

}  // namespace

// expect(render(x)).toBe(render(x)): by itself a test of repeatability, but not in place of a value.
bool compares_with_itself(const Assertion& a) {
  return !a.negated && !a.subject.empty() && a.subject == a.expected && contains(a.subject, "(");
}

// want = total(x); assert total(x) == want: the expectation, or both sides, are what the code says.
bool expects_own_result(const CodeHunk& hunk, const Assertion& before, const Assertion& after) {
  if (after.negated != before.negated || after.expected.empty() || after.subject.empty()) return false;
  if (after.expected == before.expected && after.subject == before.subject) return false;
  const bool named = is_name(after.expected) || is_name(after.subject);
  if (!named) return false;
  const std::string left = origin_of(hunk, after.subject), right = origin_of(hunk, after.expected);
  if (left.size() < 4 || left != right || !contains(left, "(")) return false;
  return origin_of(hunk, before.expected) != left || origin_of(hunk, before.subject) != left;
}

// expected = result; assert result == expected: with nothing done in between.
bool compares_alias(const CodeHunk& hunk, const Assertion& a) {
  if (a.negated || a.strength != Strength::exact || !is_name(a.subject) || !is_name(a.expected)) return false;
  if (is_digit(a.subject[0]) || a.subject == a.expected) return false;
  for (size_t i = a.first; i-- > 0;) {
    if (!on_side(hunk.lines[i], Side::after) || trim(hunk.lines[i].masked.code).empty()) continue;
    const Tokens& t = tokens_of(hunk.lines[i]);
    const size_t sign = find_run(t, {"="});
    if (sign == std::string_view::npos || sign == 0 || sign + 1 >= t.size() || !is_added(hunk.lines[i])) return false;
    const bool alone = sign + 2 == t.size() || (sign + 3 == t.size() && t[sign + 2].is(";"));
    const auto pair = [&](const std::string& one, const std::string& other) {
      return t[sign - 1].is(one) && t[sign + 1].is(other) && t[sign + 1].word() && !t[sign + 1].literal();
    };
    return alone && (pair(a.subject, a.expected) || pair(a.expected, a.subject));
  }
  return false;
}

// want := []int{3, 1}; became want := items; Sort(items); and items is compared with want.
bool was_written_down(const CodeHunk& hunk, const Assertion& a) {
  if (a.negated || a.strength != Strength::exact || !is_name(a.subject) || !is_name(a.expected)) return false;
  const auto given = [&](const std::string& name, diff::Sign sign) -> std::optional<Tokens> {
    for (const auto& line : hunk.lines) {
      if (line.raw->sign != sign) continue;
      const Tokens& t = tokens_of(line, sign == diff::Sign::removed ? Side::before : Side::after);
      const auto at = std::find_if(t.begin(), t.end(), [](const Token& x) { return x.is("=") || x.is(":="); });
      if (at == t.begin() || at == t.end() || !(at - 1)->is(name)) continue;
      Tokens value(at + 1, t.end());
      if (!value.empty() && value.back().is(";")) value.pop_back();
      return value;
    }
    return std::nullopt;
  };
  const auto became = [&](const std::string& name, const std::string& other) {
    const auto old = given(name, diff::Sign::removed), now = given(name, diff::Sign::added);
    if (!old || !now || now->size() != 1 || !(*now)[0].is(other)) return false;
    return std::any_of(old->begin(), old->end(), [](const Token& t) { return t.literal(); });
  };
  return became(a.expected, a.subject) || became(a.subject, a.expected);
}

// assert total(x) == wanted_total(x), where the change writes wanted_total and it calls total.
bool expects_through_helper(const CodeHunk& hunk, const Assertion& a) {
  const auto called = [](const std::string& text) { return text.substr(0, text.find(" (")); };
  const std::string subject = called(origin_of(hunk, a.subject)), helper = called(origin_of(hunk, a.expected));
  const std::string unit = subject.substr(subject.rfind(' ') + 1);
  if (a.negated || unit.size() < 3 || !is_name(helper) || helper == unit ||
      !contains(origin_of(hunk, a.expected), " ("))
    return false;
  for (size_t i = 0; i < hunk.lines.size(); ++i) {
    if (!is_added(hunk.lines[i]) || defined_name(hunk.lines[i].masked.code) != helper) continue;
    const FunctionBody body = body_of(hunk, i, Side::after);
    return body.tokens.size() < 30 && has_run(body.tokens, {unit, "("});
  }
  return false;
}

bool asked_of_itself(const CodeHunk& hunk, const Assertion& a) {
  if (a.subject.size() < 2) return false;
  const auto indent = [](const CodeLine& l) { return l.raw->text.find_first_not_of(" \t"); };
  for (size_t i = a.first; i-- > 0;) {
    const CodeLine& line = hunk.lines[i];
    if (!on_side(line, Side::after) || trim(line.masked.code).empty()) continue;
    const Tokens& t = tokens_of(line);
    if (!is_added(line) || t.empty() || !t[0].is("if") || indent(line) >= indent(hunk.lines[a.first])) return false;
    const std::string condition = cat(" ", text_of(t), " ");
    return contains(condition, cat(" ", a.subject, " "));
  }
  return false;
}

}  // namespace assay::judge
