#include "judge/tests/hollow.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "base/text.h"
#include "judge/code_names.h"
#include "judge/tests/dropped_results.h"
#include "judge/tests/loosened_tools.h"
#include "judge/tests/syntax.h"

namespace assay::judge {

namespace {

using diff::Language;
using model::Severity;

constexpr std::string_view k_no_cases = "the loop around it has no cases";
constexpr std::string_view k_returns = "the test returns before it";
constexpr std::string_view k_tolerant = "its tolerance allows any answer";
constexpr std::string_view k_not_awaited = "nothing awaits its promise";
constexpr std::string_view k_replaced = "a second test of the same name replaces it";
constexpr std::string_view k_status = "the program returns 0 whatever happened";

bool has_promises(Language l) { return l == Language::javascript || l == Language::typescript; }

bool is_empty_literal(const Tokens& t, size_t at) {
  if (at < t.size() && (t[at].is("list") || t[at].is("dict") || t[at].is("set") || t[at].is("tuple"))) ++at;
  if (at + 1 >= t.size()) return false;
  const bool empty = (t[at].is("[") && t[at + 1].is("]")) || (t[at].is("{") && t[at + 1].is("}")) ||
                     (t[at].is("(") && t[at + 1].is(")"));
  return empty && (at + 2 == t.size() || (at + 3 == t.size() && t[at + 2].is(";")));
}

// "CASES" of CASES = [], const cases = [];
std::string_view named_nothing(const Tokens& t) {
  const size_t at = !t.empty() && (t[0].is("const") || t[0].is("let") || t[0].is("var")) ? 1 : 0;
  if (at + 2 >= t.size() || !t[at].word() || !(t[at + 1].is("=") || t[at + 1].is(":="))) return {};
  return is_empty_literal(t, at + 2) ? t[at].text : std::string_view{};
}

bool loops_over(const Tokens& t, std::string_view name) {
  for (const std::string_view before : {"in", "of", "range"}) {
    if (has_word(t, "for") && has_run(t, {before, name})) return true;
  }
  return has_run(t, {name, ".", "forEach"}) || has_run(t, {name, ".", "each"}) ||
         has_run(t, {"each", "(", name, ")"}) || (has_word(t, "parametrize") && has_run(t, {",", name}));
}

// for x in []: and @pytest.mark.parametrize("x", [])
bool loops_over_literal(const Tokens& t) {
  const bool loop = has_word(t, "for") &&
                    (has_run(t, {"in", "[", "]"}) || has_run(t, {"of", "[", "]"}) || has_run(t, {"in", "(", ")"}));
  return loop || (has_word(t, "parametrize") && has_run(t, {",", "[", "]"})) ||
         has_run(t, {"each", "(", "[", "]", ")"});
}

void find_empty_loops(const CodeHunk& hunk, std::vector<Hollow>& out) {
  if (!is_small(hunk)) return;
  for (size_t i = 0; i < hunk.lines.size(); ++i) {
    if (!is_added(hunk.lines[i])) continue;
    const Tokens& t = tokens_of(hunk.lines[i]);
    if (loops_over_literal(t)) {
      out.push_back({i, k_no_cases, Severity::must_fix});
      continue;
    }
    const std::string_view name = named_nothing(t);
    if (name.empty()) continue;
    size_t loops = 0, others = 0;
    for (size_t k = 0; k < hunk.lines.size(); ++k) {
      if (k == i || !on_side(hunk.lines[k], Side::after)) continue;
      const Tokens& used = tokens_of(hunk.lines[k]);
      if (!has_word(used, name)) continue;
      ++(loops_over(used, name) ? loops : others);
    }
    if (loops > 0 && others == 0) out.push_back({i, k_no_cases, Severity::must_fix});
  }
}

// if got != 180: return, return unless got, guard got else { return } — not for a platform or a
// setting that is missing.
bool returns_early(const CodeHunk& hunk, size_t at) {
  const CodeLine& line = hunk.lines[at];
  const Tokens& t = tokens_of(line);
  if (!is_added(line) || t.empty()) return false;
  const bool trailing = t[0].is("return") && t.size() > 2 && (t[1].is("if") || t[1].is("unless"));
  if (!trailing && !t[0].is("if") && !t[0].is("guard") && !t[0].is("unless")) return false;
  for (const auto& word : words_of(line.raw->text))
    if (is_one_of(word, {"platform", "environ", "env", "windows", "win32", "linux", "darwin", "macos", "version",
                         "hasattr", "short", "nt", "ci", "support", "supported", "supports", "avail", "available"}))
      return false;
  if (trailing) return true;
  const auto is_return = [](std::string_view code) {
    code = trim(code);
    if (code.ends_with(';')) code = trim_right(code.substr(0, code.size() - 1));
    return code == "return";
  };
  const std::string_view code = trim(line.masked.code);
  if (code.ends_with("return") || code.ends_with("return;") || code.ends_with("return; }") ||
      code.ends_with("return }"))
    return true;
  const size_t next = next_code_line(hunk, at, Side::after);
  return next < hunk.lines.size() && is_added(hunk.lines[next]) && is_return(hunk.lines[next].masked.code);
}

// The test gives up when the very thing that is asserted about is not as it should be.
Severity asks_result(const CodeHunk& hunk, size_t at, const std::vector<Assertion>& assertions) {
  const Tokens& t = tokens_of(hunk.lines[at]);
  const auto shares = [&](const Assertion& a) {
    if (a.first <= at) return false;
    return std::any_of(t.begin(), t.end(), [&](const Token& x) {
      return x.word() && x.text.size() > 2 && !x.literal() &&
             !is_one_of(x.text, {"return", "guard", "let", "else", "self"}) &&
             find_word(a.text, x.text) != std::string_view::npos;
    });
  };
  const bool guard = t[0].is("guard") || t[0].is("return");
  return guard && std::any_of(assertions.begin(), assertions.end(), shares) ? Severity::must_fix : Severity::should_fix;
}

void find_early_returns(const CodeHunk& hunk, std::vector<Hollow>& out) {
  const auto after = tests_in(hunk, Side::after);
  const auto assertions = assertions_in(hunk, Side::after);
  for (size_t n = 0; n < after.size(); ++n) {
    if (after[n].suite || after[n].added) continue;
    const size_t end = n + 1 < after.size() ? after[n + 1].line : hunk.lines.size();
    const size_t first = next_code_line(hunk, after[n].line, Side::after);
    if (first >= end) continue;
    const size_t indent = indent_of(hunk.lines[first].raw->text);
    for (size_t i = first; i < end; ++i) {
      if (indent_of(hunk.lines[i].raw->text) != indent || !returns_early(hunk, i)) continue;
      const auto any_in = [&](size_t from, size_t to) {
        return std::any_of(assertions.begin(), assertions.end(),
                           [&](const Assertion& a) { return a.first > from && a.first < to; });
      };
      // After an assertion there is something that was looked at.
      if (any_in(i, end) && !any_in(after[n].line, i)) out.push_back({i, k_returns, asks_result(hunk, i, assertions)});
    }
  }
}

std::optional<double> number_at(const Tokens& t, size_t at) {
  bool negative = false;
  if (at < t.size() && t[at].is("-")) negative = true, ++at;
  if (at >= t.size() || t[at].kind != TokenKind::number) return std::nullopt;
  const double value = std::strtod(std::string(t[at].text).c_str(), nullptr);
  return negative ? -value : value;
}

bool allows_any(double value, double tolerance) {
  constexpr double k_far_from_nothing = 100;  // where the value is 0, nothing else tells what is near
  if (value == 0) return tolerance >= k_far_from_nothing;
  return tolerance >= 1 && tolerance >= std::abs(value);
}

// The numbers among the arguments of a call whose bracket opens at `open`, the last one last.
std::vector<double> numbers_in(const Tokens& t, size_t open) {
  std::vector<double> out;
  const size_t end = skip_brackets(t, open);
  int depth = 0;
  for (size_t i = open; i < end; ++i) {
    depth += t[i].is("(") || t[i].is("[") ? 1 : 0;
    depth -= t[i].is(")") || t[i].is("]") ? 1 : 0;
    const bool argument = depth == 1 && (t[i].is("(") || t[i].is(","));
    if (!argument) continue;
    if (const auto value = number_at(t, i + 1)) out.push_back(*value);
  }
  return out;
}

std::optional<double> named_number(const Tokens& t, std::string_view name) {
  const size_t at = find_run(t, {name, "="});
  return at == std::string_view::npos ? std::nullopt : number_at(t, at + 2);
}

bool allows_any_answer(const Tokens& t) {
  for (size_t i = 0; i + 2 < t.size(); ++i) {
    if (!t[i].word() || !t[i + 1].is("(")) continue;
    const std::string name = lower(t[i].text);
    const auto numbers = numbers_in(t, i + 1);
    if (name == "approx" || name == "isclose" || name == "allclose") {
      if (const auto rel = named_number(t, name == "approx" ? "rel" : "rel_tol"); rel && *rel >= 1) return true;
      const auto tolerance = named_number(t, name == "approx" ? "abs" : "abs_tol");
      if (tolerance && !numbers.empty() && allows_any(numbers[0], *tolerance)) return true;
    }
    if (name == "assertalmostequal") {
      const auto tolerance = named_number(t, "delta");
      if (tolerance && !numbers.empty() && allows_any(numbers[0], *tolerance)) return true;
    }
    const bool near = name == "expect_near" || name == "assert_near" || name == "indelta" ||
                      name == "assert_in_delta" || name == "assertequalswithdelta";
    if (near && numbers.size() == 2 && allows_any(numbers[0], numbers[1])) return true;
    if (name == "tobecloseto" && numbers.size() == 2 && numbers[1] < 0 &&
        allows_any(numbers[0], std::pow(10.0, -numbers[1]) / 2))
      return true;
  }
  return false;
}

void find_unawaited(const CodeHunk& hunk, std::vector<Hollow>& out) {
  for (size_t i = 0; i < hunk.lines.size(); ++i) {
    if (!is_added(hunk.lines[i])) continue;
    const std::string_view code = trim(hunk.lines[i].masked.code);
    const bool promised = (code.starts_with("expect(") && contains_any(code, {").rejects.", ").resolves."})) ||
                          code.starts_with("assert.rejects(") || code.starts_with("assert.doesNotReject(");
    const bool caught = code.starts_with("Promise.") && contains(code, ".then(") &&
                        contains_any(code, {"assert", "expect("}) && contains(code, ".catch(");
    if (!promised && !caught) continue;
    std::string_view above;
    for (size_t k = i; k-- > 0 && above.empty();) {
      if (on_side(hunk.lines[k], Side::after)) above = trim(hunk.lines[k].masked.code);
    }
    const bool handed_on = above.ends_with("=>") || above.ends_with("(") || above.ends_with("[") ||
                           above.ends_with(",") || above.ends_with("return") || above.ends_with("await");
    if (!handed_on) out.push_back({i, k_not_awaited, caught ? Severity::must_fix : Severity::should_fix});
  }
}

// Python and Ruby keep the last function of a name. Another class, or a branch, makes it another one.
void find_replaced(const CodeHunk& hunk, std::vector<Hollow>& out) {
  if (hunk.file.language != Language::python && hunk.file.language != Language::ruby) return;
  const auto tests = tests_in(hunk, Side::after);
  if (tests.size() > 200) return;
  for (size_t n = 0; n < tests.size(); ++n) {
    const auto& first = tests[n];
    const size_t indent = indent_of(hunk.lines[first.line].raw->text);
    const bool function = contains(hunk.lines[first.line].masked.code, "def ");
    if (first.suite || !function) continue;
    for (size_t m = n + 1; m < tests.size(); ++m) {
      const auto& second = tests[m];
      if (second.name != first.name || !(second.added || first.added) || second.suite ||
          indent_of(hunk.lines[second.line].raw->text) != indent)
        continue;
      const bool apart = std::any_of(hunk.lines.begin() + static_cast<std::ptrdiff_t>(first.line),
                                     hunk.lines.begin() + static_cast<std::ptrdiff_t>(second.line), [&](const auto& l) {
                                       const auto code = trim(l.masked.code);
                                       return on_side(l, Side::after) && !code.empty() && !code.starts_with(")") &&
                                              indent_of(l.raw->text) < indent;
                                     });
      if (!apart) out.push_back({first.line, k_replaced, Severity::must_fix});
    }
  }
}

// return 0; and return good ? 0 : 0;
bool returns_success(std::string_view code) {
  if (contains_any(code, {"return 0;", "return EXIT_SUCCESS;"})) return true;
  const size_t at = find_word(code, "return"), ask = code.rfind('?'), or_else = code.rfind(':'), end = code.rfind(';');
  if (at == std::string_view::npos || ask == std::string_view::npos || or_else == std::string_view::npos ||
      end == std::string_view::npos || ask < at || or_else < ask || end < or_else)
    return false;
  return trim(code.substr(ask + 1, or_else - ask - 1)) == trim(code.substr(or_else + 1, end - or_else - 1));
}

// A test that is a program said by its status how it went, and no longer does.
void find_dropped_status(const CodeHunk& hunk, std::vector<Hollow>& out) {
  if (hunk.file.language != Language::c && hunk.file.language != Language::cpp) return;
  bool told = false;
  std::optional<size_t> end;
  for (size_t i = 0; i < hunk.lines.size(); ++i) {
    const CodeLine& line = hunk.lines[i];
    const std::string_view code = line.masked.code;
    const bool constant = returns_success(code);
    const bool returns = find_word(code, "return") != std::string_view::npos;
    if (is_removed(line)) {
      told |= returns && !constant;
      continue;
    }
    if (returns && !constant) return;
    if (contains_any(code, {"assert", "abort", "exit(", "throw", "CHECK", "EXPECT", "ASSERT", "REQUIRE", "TEST",
                            "terminate", "check", "expect"}))
      return;
    if (is_added(line) && constant) end = i;
  }
  const bool has_main = std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const CodeLine& line) {
    return on_side(line, Side::after) && has_run(tokens_of(line), {"main", "("});
  });
  if (told && end && has_main) out.push_back({*end, k_status, Severity::must_fix});
}

}  // namespace

std::vector<Hollow> hollow_assertions(const CodeHunk& hunk, const std::vector<Assertion>& touched) {
  std::vector<Hollow> out;
  for (const auto& assertion : touched) {
    if (allows_any_answer(assertion.tokens)) out.push_back({assertion.line, k_tolerant, Severity::should_fix});
  }
  find_empty_loops(hunk, out);
  find_early_returns(hunk, out);
  if (has_promises(hunk.file.language)) find_unawaited(hunk, out);
  find_replaced(hunk, out);
  find_dropped_status(hunk, out);
  for (const auto& found : {dropped_results(hunk), loosened_tolerances(hunk)})
    out.insert(out.end(), found.begin(), found.end());
  return out;
}

}  // namespace assay::judge
