#include "judge/tests/loosened_tools.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>

#include "base/text.h"
#include "judge/code_names.h"
#include "judge/function_body.h"

namespace assay::judge {

namespace {

using diff::Language;
using model::Severity;

constexpr std::string_view k_helper = "a helper of the tests no longer fails";
constexpr std::string_view k_shadowed = "a command that tests compare with always succeeds";
constexpr std::string_view k_wider = "a tolerance is wider";

bool has_macros(Language l) { return l == Language::c || l == Language::cpp; }

// Statements by which a helper says that something is wrong.
size_t failures_in(const Tokens& t) {
  size_t count = 0;
  for (size_t i = 0; i < t.size(); ++i) {
    if (!t[i].word()) continue;
    const std::string_view w = t[i].text;
    const Token none{};
    const Token& next = i + 1 < t.size() ? t[i + 1] : none;
    const Token& before = i > 0 ? t[i - 1] : none;
    if (is_one_of(w, {"throw", "raise", "panic", "longjmp", "die"})) ++count;
    if (next.is("(") && (is_one_of(w, {"abort", "exit", "_Exit", "_exit", "fail", "Fail", "FAIL", "Fatal", "Fatalf",
                                       "Error", "Errorf", "FailNow", "XCTFail", "ADD_FAILURE", "__builtin_trap"}) ||
                         icontains(w, "assert") || w.starts_with("expect") || w.starts_with("EXPECT")))
      ++count;
    if (w == "return" && (next.is("1") || next.is("-"))) ++count;
    const bool counter = icontains(w, "fail") || icontains(w, "error") || icontains(w, "bad");
    if (counter &&
        (next.is("++") || before.is("++") || next.is("+=") || (next.is("=") && i + 2 < t.size() && !t[i + 2].is("0"))))
      ++count;
  }
  return count;
}

// #define CHECK(x) … \ … : the tokens of the whole definition on one side.
Tokens macro_at(const CodeHunk& hunk, size_t head, Side side) {
  Tokens out;
  for (size_t i = head; i < hunk.lines.size(); ++i) {
    if (!on_side(hunk.lines[i], side)) continue;
    const Tokens& t = tokens_of(hunk.lines[i], side);
    out.insert(out.end(), t.begin(), t.end());
    if (!trim_right(hunk.lines[i].raw->text).ends_with('\\')) break;
  }
  return out;
}

std::string_view macro_name(const CodeLine& line, Side side) {
  const Tokens& t = tokens_of(line, side);
  return t.size() > 3 && t[0].is("#") && t[1].is("define") && t[3].is("(") ? t[2].text : std::string_view{};
}

void find_macros(const CodeHunk& hunk, std::vector<Hollow>& out) {
  std::map<std::string_view, size_t> before;
  for (size_t i = 0; i < hunk.lines.size(); ++i) {
    if (!on_side(hunk.lines[i], Side::before)) continue;
    if (const auto name = macro_name(hunk.lines[i], Side::before); !name.empty())
      before[name] = failures_in(macro_at(hunk, i, Side::before));
  }
  for (size_t i = 0; i < hunk.lines.size(); ++i) {
    if (!on_side(hunk.lines[i], Side::after)) continue;
    const auto name = macro_name(hunk.lines[i], Side::after);
    const auto old = before.find(name);
    if (name.empty() || old == before.end() || old->second == 0) continue;
    if (failures_in(macro_at(hunk, i, Side::after)) == 0) out.push_back({i, k_helper, Severity::must_fix});
  }
}

bool is_helper_name(std::string_view name) {
  return has_any_word(words_of(name), {"check", "expect", "verify", "require", "ensure", "must", "fail", "compare",
                                       "assert", "same", "equals"});
}

// A function of the tests that stays, and failed before. Its head is unchanged, so it is the same one.
void find_functions(const CodeHunk& hunk, std::vector<Hollow>& out) {
  constexpr size_t k_most_helpers = 40;
  size_t seen = 0;
  for (size_t i = 0; i < hunk.lines.size() && seen < k_most_helpers; ++i) {
    if (hunk.lines[i].raw->sign != diff::Sign::context) continue;
    const std::string_view name = defined_name(hunk.lines[i].masked.code);
    if (name.empty() || !is_helper_name(name)) continue;
    ++seen;
    const FunctionBody before = body_of(hunk, i, Side::before), after = body_of(hunk, i, Side::after);
    if (!before.whole || !after.whole || !before.found) continue;
    if (failures_in(before.tokens) == 0 || failures_in(after.tokens) > 0) continue;
    const auto calls = std::any_of(after.tokens.begin(), after.tokens.end(),
                                   [](const Token& t) { return t.word() && is_helper_name(t.text); });
    if (!calls) out.push_back({i, k_helper, Severity::must_fix});
  }
}

// diff() { echo "$@"; }: whose status is always 0.
void find_shadows(const CodeHunk& hunk, std::vector<Hollow>& out) {
  for (size_t i = 0; i < hunk.lines.size(); ++i) {
    if (!is_added(hunk.lines[i])) continue;
    std::string_view text = trim(hunk.lines[i].raw->text);
    if (text.starts_with("function ")) text = trim(text.substr(9));
    const size_t end = text.find_first_of(" (");
    if (end == std::string_view::npos || !contains(text, "{") || !contains(text, "(")) continue;
    if (!is_one_of(text.substr(0, end), {"diff", "cmp", "test", "grep", "expect", "assert", "fail", "jq", "die"}))
      continue;
    const FunctionBody body = body_of(hunk, i, Side::after);
    if (!body.whole || body.lines.empty()) continue;
    std::string_view last = trim(hunk.lines[body.lines.back()].raw->text);
    if (const size_t open = last.find('{'); open != std::string_view::npos) last = trim(last.substr(open + 1));
    while (!last.empty() && (last.back() == '}' || last.back() == ';' || is_space(last.back()))) last.remove_suffix(1);
    if (const size_t semi = last.rfind(';'); semi != std::string_view::npos) last = trim(last.substr(semi + 1));
    if (is_one_of(last, {"true", ":", "return 0", "return"}) || last.ends_with("|| true") || last.ends_with("|| :") ||
        last.starts_with("echo ") || last.starts_with("printf "))
      out.push_back({i, k_shadowed, Severity::must_fix});
  }
}

bool is_tolerance_name(std::string_view name) {
  return has_any_word(words_of(name), {"tol", "tolerance", "eps", "epsilon", "delta", "margin", "slack", "within",
                                       "nearness", "abs", "rel", "rtol", "atol", "accuracy"});
}

struct Named {
  std::string_view name;
  double value;
};
// TOLERANCE = 0.01, const double kEps = 1e-6;, tolerance: number = 0.5, #define EPS 0.01
std::vector<Named> tolerances_on(const Tokens& t) {
  std::vector<Named> out;
  for (size_t i = 0; i + 1 < t.size(); ++i) {
    if (!t[i].word() || !is_tolerance_name(t[i].text)) continue;
    size_t at = i + 1;
    if (t[at].is(":") && at + 2 < t.size() && t[at + 2].is("=")) at += 2;  // : number =
    if (t[at].is("=") || t[at].is(":=") || t[at].is(":"))
      ++at;
    else if (!(i == 2 && t[0].is("#")))
      continue;
    if (at >= t.size() || t[at].kind != TokenKind::number) continue;
    const bool alone = at + 1 >= t.size() || is_one_of(t[at + 1].text, {";", ",", ")", "}"});
    if (alone) out.push_back({t[i].text, std::strtod(std::string(t[at].text).c_str(), nullptr)});
  }
  return out;
}

}  // namespace

std::vector<Hollow> loosened_helpers(const CodeHunk& hunk) {
  std::vector<Hollow> out;
  if (!is_small(hunk)) return out;
  if (has_macros(hunk.file.language)) find_macros(hunk, out);
  if (hunk.file.language == Language::shell)
    find_shadows(hunk, out);
  else
    find_functions(hunk, out);
  return out;
}

std::vector<Hollow> loosened_tolerances(const CodeHunk& hunk) {
  std::vector<Hollow> out;
  std::map<std::string_view, double> before;
  for (const CodeLine& line : hunk.lines) {
    if (!is_removed(line)) continue;
    for (const Named& n : tolerances_on(tokens_of(line, Side::before))) before.emplace(n.name, n.value);
  }
  if (before.empty()) return out;
  constexpr double k_far = 10;  // times: another order of magnitude is another demand
  for (size_t i = 0; i < hunk.lines.size(); ++i) {
    if (!is_added(hunk.lines[i])) continue;
    for (const Named& now : tolerances_on(tokens_of(hunk.lines[i]))) {
      const auto old = before.find(now.name);
      if (old == before.end() || std::abs(now.value) <= std::abs(old->second)) continue;
      const bool far = std::abs(now.value) >= k_far * std::abs(old->second);
      out.push_back({i, k_wider, far ? Severity::must_fix : Severity::should_fix});
    }
  }
  return out;
}

std::string_view hiding_symbol(const CodeHunk& hunk, size_t at) {
  const CodeLine& head = hunk.lines[at];
  if (!is_added(head)) return {};
  const Tokens& t = tokens_of(head);
  if (t.size() < 3 || !t[0].is("#") || !is_one_of(t[1].text, {"if", "ifdef", "elif"})) return {};
  std::string_view symbol;
  for (size_t i = 2; i < t.size(); ++i) {
    if (t[i].is("!")) return {};
    if (!t[i].word() || t[i].text == "defined") continue;
    const bool asks = i + 1 < t.size() && t[i + 1].is("(");  // os(macOS), __has_include(…)
    const std::string_view w = t[i].text;
    if (asks || w.starts_with("_") ||
        contains_any(
            w, {"WIN", "APPLE", "LINUX", "DEBUG",   "NET",    "HAVE", "USE_", "ENABLE", "CONFIG", "WITH", "VERSION",
                "MSC", "GNU",   "UNIX",  "ANDROID", "SANITI", "OS",   "true", "ARM",    "X86",    "SSE",  "AVX"}))
      return {};
    symbol = w;
  }
  if (symbol.empty()) return {};
  size_t depth = 1;
  const auto all = assertions_in(hunk, Side::after);
  for (size_t i = at + 1; i < hunk.lines.size() && depth > 0; ++i) {
    const CodeLine& line = hunk.lines[i];
    if (!on_side(line, Side::after)) continue;
    const Tokens& x = tokens_of(line);
    const bool directive = x.size() > 1 && x[0].is("#");
    if (directive && x[1].text.starts_with("if")) ++depth;
    if (directive && x[1].is("endif")) --depth;
    if (directive && depth == 1 && (x[1].is("else") || x[1].is("elif"))) return {};
    const bool was_there =
        line.raw->sign == diff::Sign::context || has_changed_line(hunk, diff::Sign::removed, trim(line.masked.code));
    if (directive || !was_there || trim(line.masked.code).empty()) continue;
    const bool asserts = std::any_of(all.begin(), all.end(), [&](const Assertion& a) { return a.first == i; });
    const bool test = contains_any(line.masked.code, {"TEST", "[Fact", "[Test", "func test", "test_"});
    if (asserts || test || failures_in(x) > 0) return symbol;
  }
  return {};
}

}  // namespace assay::judge
