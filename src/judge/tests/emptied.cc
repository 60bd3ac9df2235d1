// Tests that are still there and check nothing any more: their bodies went.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/span_collector.h"
#include "judge/tests/rules.h"
#include "judge/tests/syntax.h"

namespace assay::judge {

namespace {

// What is left of a body that does nothing: pass, return, closing brackets.
bool is_idle(const CodeLine& line) {
  std::string_view code = trim(line.masked.code);
  while (!code.empty() && (code.back() == ';' || code.back() == ','))
    code = trim_right(code.substr(0, code.size() - 1));
  constexpr std::array<std::string_view, 16> idle = {
      "",    "pass", "...",     "return",     "{",           "}",      "})",          ")",
      "end", "):",   "t.Log()", "return nil", "return None", "done()", "return true", "\"\"\"\"\"\""};
  return std::find(idle.begin(), idle.end(), code) != idle.end();
}

class EmptiedTests : public Rule {
 public:
  // A test that was there, lost lines of its body, and has none left that do anything.
  void hunk(const CodeHunk& hunk) override {
    if (!is_test_file(hunk.file) || hunk.hunk.partial) return;
    const auto after = tests_in(hunk, Side::after);
    for (size_t n = 0; n < after.size(); ++n) {
      const auto& test = after[n];
      if (test.suite) continue;
      const size_t indent = indent_of(hunk.lines[test.line].raw->text);
      size_t end = hunk.lines.size();  // where the next one starts that is not inside this one
      for (size_t m = n + 1; m < after.size() && end == hunk.lines.size(); ++m) {
        if (indent_of(hunk.lines[after[m].line].raw->text) <= indent) end = after[m].line;
      }
      size_t removed = 0, left = 0;
      if (!is_one_line_shell(hunk.lines[test.line])) continue;
      for (size_t i = test.line + 1; i < end; ++i) {
        const CodeLine& line = hunk.lines[i];
        const std::string_view code = trim(line.masked.code);
        if (code.empty() || code.starts_with("#if") || code.starts_with("#e")) continue;  // C's are at the margin
        const bool outside = indent_of(line.raw->text) <= indent;
        if (is_removed(line)) {
          if (!outside && !is_idle(line)) ++removed;
          continue;
        }
        if (outside && !is_idle(line)) break;
        if (outside && is_context(line) && !code.empty()) break;
        if (!is_idle(line)) ++left;
      }
      if (test.added && left == 0 && is_empty_on_one_line(hunk.lines[test.line])) removed += old_body(hunk, test.name);
      if (removed > 0 && left == 0 && existed(hunk, test))
        m_emptied.must(span_of(hunk.file, *hunk.lines[test.line].raw), test.name);
    }
  }

  void finish(const RuleContext&, std::vector<model::Finding>& out) override {
    if (!m_emptied.empty())
      out.push_back(m_emptied.finding(
          "tests.emptied", cat(plural(m_emptied.total(), "test was", "tests were"), " emptied (", m_emptied.labels(),
                               "): they pass whatever the code does. Restore their bodies.")));
  }

 private:
  static bool is_context(const CodeLine& line) { return line.raw->sign == diff::Sign::context; }

  // The declaration line opens a body and holds none of it itself.
  static bool is_one_line_shell(const CodeLine& line) {
    const std::string_view code = trim_right(line.masked.code);
    if (code.empty()) return false;
    // TEST(A, B) { Check(1); }
    if (const size_t open = code.find('{'); open != std::string_view::npos && code.ends_with("}") &&
                                            !trim(code.substr(open + 1, code.size() - open - 2)).empty())
      return false;
    return code.ends_with("{") || code.ends_with(":") || code.ends_with("do") || code.ends_with(")") ||
           code.ends_with("{})") || code.ends_with("{});") || code.ends_with("}") || code.ends_with("=>");
  }

  static bool is_empty_on_one_line(const CodeLine& line) {
    const std::string code = replace_all(std::string(trim(line.masked.code)), " ", "");
    return code.ends_with("{}") || code.ends_with("{})") || code.ends_with("{});") || code.ends_with(":pass") ||
           code.ends_with(":...");
  }

  // How many lines the test of that name had before, where its declaration was replaced as well.
  static size_t old_body(const CodeHunk& hunk, const std::string& name) {
    const auto before = tests_in(hunk, Side::before);
    const auto test = std::find_if(before.begin(), before.end(), [&](const auto& t) { return t.name == name; });
    if (test == before.end()) return 0;
    const size_t end = std::next(test) == before.end() ? hunk.lines.size() : std::next(test)->line;
    size_t lines = 0;
    for (size_t i = test->line + 1; i < end; ++i)
      lines += is_removed(hunk.lines[i]) && !trim(hunk.lines[i].masked.code).empty() && !is_idle(hunk.lines[i]);
    return lines;
  }

  static bool existed(const CodeHunk& hunk, const TestDeclaration& test) {
    if (!test.added) return true;
    const auto before = tests_in(hunk, Side::before);
    return std::any_of(before.begin(), before.end(), [&](const auto& t) { return t.name == test.name; });
  }

  SpanCollector m_emptied;
};

}  // namespace

std::unique_ptr<Rule> make_emptied_tests_rule() { return std::make_unique<EmptiedTests>(); }

}  // namespace assay::judge
