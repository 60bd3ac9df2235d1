// Tests switched off by a mark, or the others by singling one out.
//
// A mark counts when the change brings it: one that was moved or reworded (the same hunk loses one)
// does not. A test that arrives with its mark never ran, so nothing was lost by it; that is worth a
// reviewer's look and no more, and not even that when the mark names the condition it needs.
#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "judge/span_collector.h"
#include "judge/tests/assertion.h"
#include "judge/tests/rules.h"
#include "judge/tests/syntax.h"

namespace assay::judge {

namespace {

constexpr std::array<std::string_view, 29> k_tool_words = {
    "platform", "windows", "win32",    "linux",   "darwin",    "macos",   "goos",    "goarch",  "arch",    "docker",
    "exists",   "which(",  "lookpath", "avail",   "install",   "version", "support", "getuid",  "geteuid", "root",
    "hasattr",  "short()", "short(",   "is_null", "extension", "require", "sysname", "has_cap", "locale"};

class SwitchedOff : public Rule {
 public:
  void hunk(const CodeHunk& hunk) override {
    if (hunk.file.path().ends_with("Cargo.toml")) {
      for (const auto& line : hunk.lines) {
        if (is_added(line) && m_manifests.size() < 100000) m_manifests += cat(line.raw->text, '\n');
      }
    }
    if (!is_test_file(hunk.file)) return;
    watch_skips(hunk);
    watch_focus(hunk);
    watch_commented_out(hunk);
    watch_early_return(hunk);
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    SpanCollector skipped;
    std::uint64_t tests = 0;
    std::unordered_set<std::string> counted;
    for (auto& mark : m_skips) {
      if (moved(mark.text)) continue;
      if (mark.conditional && mark.newcomer) continue;  // a new test that needs a platform or an extension
      // A feature that this change brings, or that the task names, is a way to split the product.
      if (!mark.feature.empty() && (contains(m_manifests, mark.feature) || contains(context.task.text, mark.feature) ||
                                    icontains(context.task.text, "feature") || icontains(context.task.text, "no_std")))
        mark.conditional = true;
      const bool soft = mark.conditional || mark.newcomer || context.task.asks_to_skip_tests;
      if (soft && context.task.asks_to_skip_tests && context.task.mentions(mark.label)) continue;
      tests += mark.test.empty() || counted.insert(mark.test).second;  // one test may have several marks
      skipped.add(soft ? model::Severity::should_fix : model::Severity::must_fix, std::move(mark.span),
                  std::move(mark.label));
    }
    if (!skipped.empty())
      out.push_back(
          skipped.finding("tests.skipped",
                          cat(plural(tests, "test is", "tests are"), " switched off by this change (", skipped.labels(),
                              "); make ", tests == 1 ? "it" : "them", " run, or let a person waive this finding.")));
    if (!m_focused.empty())
      out.push_back(
          m_focused.finding("tests.focused", cat("Only some tests run because one is singled out (", m_focused.labels(),
                                                 "); take the mark away so that all tests run.")));
  }

 private:
  struct Skip {
    std::string text, label;
    std::string test{};  // the place of the one it belongs to; empty: not known
    model::Span span{};
    bool conditional = false, newcomer = false;
    std::string feature{};  // that the test needs now
  };

  static std::string place_of(const CodeHunk& hunk, const TestDeclaration& test) {
    return cat(hunk.file.path(), ':', hunk.lines[test.line].raw->new_line);
  }

  bool moved(const std::string& text) {
    const auto at = m_removed.find(text);
    if (at == m_removed.end() || at->second == 0) return false;
    --at->second;
    return true;
  }

  void watch_skips(const CodeHunk& hunk) {
    std::vector<std::pair<size_t, Marker>> added, removed;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (!is_changed(hunk.lines[i])) continue;
      if (auto mark = skip_marker(hunk, i))
        (is_added(hunk.lines[i]) ? added : removed).emplace_back(i, std::move(*mark));
    }
    // Reworded in place: as many marks go as come.
    const size_t reworded = std::min(added.size(), removed.size());
    for (const auto& [i, mark] : removed) {
      if (added.empty() && m_removed.size() < 100000) ++m_removed[std::string(trim(hunk.lines[i].raw->text))];
    }
    added.erase(added.begin(), added.begin() + static_cast<std::ptrdiff_t>(reworded));
    if (added.empty()) return;
    const auto tests = tests_in(hunk, Side::after);
    const auto before = tests_in(hunk, Side::before);
    for (auto& [i, mark] : added) {
      Skip skip;
      skip.text = std::string(trim(hunk.lines[i].raw->text));
      skip.span = span_of(hunk.file, *hunk.lines[i].raw);
      skip.conditional = mark.conditional;
      // An attribute is new with its file, and the tests that it stands above are not.
      skip.newcomer = hunk.file.status == diff::Status::added && mark.text != "Skip of an attribute";
      // The test it belongs to: the one declared here, else the next one (marks stand above in most
      // languages), else the one whose body this is.
      const TestDeclaration* owner = nullptr;
      for (const auto& t : tests) {
        if (t.line <= i) owner = &t;
      }
      const bool above = owner == nullptr || (is_mark_line(hunk.lines[i]) && owner->line != i);
      if (above) {
        for (const auto& t : tests) {
          if (t.line > i) {
            owner = &t;
            break;
          }
        }
      }
      skip.label = owner ? owner->name : mark.text;
      if (owner) skip.test = place_of(hunk, *owner);
      if (owner && owner->added)
        skip.newcomer |=
            std::none_of(before.begin(), before.end(),
                         [&](const auto& t) { return t.name == owner->name || t.name == undisabled(owner->name); }) &&
            before_count(before) < after_count(tests);
      if (mark.text == "#[should_panic]" && skip.newcomer) continue;  // how such a test is written
      // A feature gate matters right above a test; elsewhere it is the product's.
      if (mark.text == "#[cfg(feature)]" &&
          (skip.newcomer || !owner || owner->line > i + 3 || !is_test_attribute_near(hunk, i)))
        continue;
      if (mark.text == "#[cfg(all(test, …))]") {
        if (skip.newcomer || !closes_tests(hunk, i)) continue;
        skip.feature = feature_on(hunk.lines[i]);
      }
      if (m_skips.size() < 10000) m_skips.push_back(std::move(skip));
    }
  }

  // The gate stands where #[cfg(test)] stood, or above a module that was there before.
  static bool closes_tests(const CodeHunk& hunk, size_t at) {
    if (has_changed_line(hunk, diff::Sign::removed, "#[cfg(test)]")) return true;
    const size_t next = next_code_line(hunk, at, Side::after);
    return next < hunk.lines.size() && !is_added(hunk.lines[next]);
  }

  static std::string feature_on(const CodeLine& line) {
    const Tokens& t = tokens_of(line);
    const size_t at = find_run(t, {"feature", "="});
    return at == std::string_view::npos || at + 2 >= t.size() ? std::string{} : std::string(t[at + 2].unquoted());
  }

  static bool is_test_attribute_near(const CodeHunk& hunk, size_t at) {
    for (size_t i = at + 1; i < hunk.lines.size() && i <= at + 2; ++i) {
      if (contains(hunk.lines[i].masked.code, "test]")) return true;
    }
    return false;
  }

  static size_t before_count(const std::vector<TestDeclaration>& tests) {
    return static_cast<size_t>(std::count_if(tests.begin(), tests.end(), [](const auto& t) { return t.touched; }));
  }
  static size_t after_count(const std::vector<TestDeclaration>& tests) { return before_count(tests); }
  static std::string undisabled(std::string name) { return replace_all(std::move(name), "DISABLED_", ""); }

  static bool is_mark_line(const CodeLine& line) {
    const std::string_view code = trim(line.masked.code);
    return code.starts_with("@") || code.starts_with("[") || code.starts_with("#");
  }

  void watch_focus(const CodeHunk& hunk) {
    size_t removed = 0;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (is_removed(hunk.lines[i]) && focus_marker(hunk, i)) ++removed;
    }
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (!is_added(hunk.lines[i])) continue;
      if (auto mark = focus_marker(hunk, i)) {
        if (removed > 0) {
          --removed;
          continue;
        }
        m_focused.must(span_of(hunk.file, *hunk.lines[i].raw), mark->text);
      }
    }
  }

  // A return that makes the rest of a test unreachable.
  void watch_early_return(const CodeHunk& hunk) {
    if (!in_test_code(hunk)) return;
    const auto tests = tests_in(hunk, Side::after);
    size_t guarded = hunk.lines.size();  // a return already spoken of
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      const CodeLine& line = hunk.lines[i];
      if (!is_added(line)) continue;
      if (const auto at = guarded_return(hunk, i); at && leaves_existing_test(hunk, i, *at, tests)) {
        guarded = *at;
        continue;
      }
      if (i == guarded) continue;
      const std::string_view code = trim(line.masked.code);
      if (code != "return" && code != "return;" && code != "return None" && code != "return nil" &&
          code != "return Ok(())" && code != "return Ok(());" && code != "return undefined;")
        continue;
      if (returns_by_setting(hunk, i, tests)) continue;
      const size_t next = next_code_line(hunk, i, Side::after);
      if (next >= hunk.lines.size() || is_added(hunk.lines[next]) || indent_of(hunk.lines[next]) != indent_of(line))
        continue;
      const std::string_view rest = trim(hunk.lines[next].masked.code);
      if (rest.starts_with("}") || rest.starts_with("end") || rest.starts_with("case ") || rest.starts_with("default"))
        continue;
      Skip skip;
      skip.text = std::string(trim(line.raw->text));
      skip.label = "a test that returns early";
      for (const auto& t : tests) {
        if (t.line >= i || t.suite) continue;
        skip.label = t.name;
        skip.test = place_of(hunk, t);
      }
      skip.span = span_of(hunk.file, *line.raw);
      m_skips.push_back(std::move(skip));
    }
  }

  // return, return None, return Ok(()): nothing is handed back from `from` on.
  static bool returns_nothing(const Tokens& t, size_t from) {
    return std::all_of(t.begin() + static_cast<std::ptrdiff_t>(from), t.end(), [](const Token& x) {
      return x.is(";") || x.is("}") || x.is("(") || x.is(")") || x.is("None") || x.is("nil") || x.is("null") ||
             x.is("undefined") || x.is("Ok") || x.is("done") || x.is("end");
    });
  }

  // The line of the return that an `if` on line `at` guards: if (x) return; if x { ⏎ return; return if x.
  static std::optional<size_t> guarded_return(const CodeHunk& hunk, size_t at) {
    const Tokens& t = tokens_of(hunk.lines[at]);
    if (t.size() < 3) return std::nullopt;
    if (t[0].is("return") && (t[1].is("if") || t[1].is("unless"))) return at;
    if (!t[0].is("if") && !t[0].is("unless")) return std::nullopt;
    for (size_t i = 1; i < t.size(); ++i) {
      if (t[i].is("return")) return returns_nothing(t, i + 1) ? std::optional(at) : std::nullopt;
    }
    size_t next = next_code_line(hunk, at, Side::after);
    if (next < hunk.lines.size() && trim(hunk.lines[next].masked.code) == "{")
      next = next_code_line(hunk, next, Side::after);
    if (next >= hunk.lines.size() || !is_added(hunk.lines[next])) return std::nullopt;
    const Tokens& body = tokens_of(hunk.lines[next]);
    return !body.empty() && body[0].is("return") && returns_nothing(body, 1) ? std::optional(next) : std::nullopt;
  }

  // A guarded return between the head of an existing test and everything it asserts. Reports it.
  bool leaves_existing_test(const CodeHunk& hunk, size_t at, size_t leaves, const std::vector<TestDeclaration>& tests) {
    const TestDeclaration* owner = nullptr;
    size_t end = hunk.lines.size();
    for (const auto& test : tests) {
      if (test.line < at) owner = test.suite ? nullptr : &test;
      if (test.line > at) end = std::min(end, test.line);
    }
    if (!owner || owner->added) return false;
    // At the level of the test's own body, not in a function inside it.
    const size_t body = next_code_line(hunk, owner->line, Side::after);
    if (body > at) return false;
    size_t level = hunk.lines.size();
    for (size_t i = owner->line + 1; i <= at; ++i) {
      const std::string_view code = trim(hunk.lines[i].masked.code);
      if (!on_side(hunk.lines[i], Side::after) || code.empty() || code == "{") continue;
      if (level == hunk.lines.size()) level = indent_of(hunk.lines[i]);
      if (indent_of(hunk.lines[i]) < level) return false;
    }
    if (level != indent_of(hunk.lines[at])) return false;
    bool asserts = false;
    for (const auto& a : assertions_in(hunk, Side::after)) {
      if (a.first > owner->line && a.first < at) return false;
      asserts |= a.first > leaves && a.first < end && !is_added(hunk.lines[a.first]);
    }
    if (!asserts) return false;
    Skip skip;
    skip.text = std::string(trim(hunk.lines[at].raw->text));
    skip.label = owner->name;
    skip.test = place_of(hunk, *owner);
    skip.span = span_of(hunk.file, *hunk.lines[at].raw);
    skip.conditional = asks_for_tool(hunk.lines[at]);
    m_skips.push_back(std::move(skip));
    return true;
  }

  // The condition is about where the test runs: a system, a program, a version.
  static bool asks_for_tool(const CodeLine& line) {
    const std::string text = lower(line.raw->text);
    return std::any_of(k_tool_words.begin(), k_tool_words.end(), [&](std::string_view w) { return contains(text, w); });
  }

  // if (!process.env.STRICT) return; in a test that was there before.
  bool returns_by_setting(const CodeHunk& hunk, size_t at, const std::vector<TestDeclaration>& tests) {
    size_t above = at;
    while (above > 0 &&
           (!on_side(hunk.lines[above], Side::after) || above == at || trim(hunk.lines[above].masked.code).empty()))
      --above;
    const CodeLine& line = hunk.lines[above];
    const Tokens& t = tokens_of(line);
    if (!is_added(line) || t.empty() || !t[0].is("if")) return false;
    const std::string_view text = line.raw->text;
    if (!contains(text, "feature =") && !icontains(text, "env")) return false;
    const TestDeclaration* owner = nullptr;
    for (const auto& test : tests) {
      if (test.line < at) owner = &test;
    }
    if ((owner && owner->added) || (!owner && hunk.file.role != diff::Role::test)) return false;
    Skip skip;
    skip.text = std::string(trim(text));
    skip.label = owner ? owner->name : "a test that returns early";
    if (owner) skip.test = place_of(hunk, *owner);
    skip.span = span_of(hunk.file, *line.raw);
    m_skips.push_back(std::move(skip));
    return true;
  }

  static size_t indent_of(const CodeLine& line) {
    return std::min(line.raw->text.find_first_not_of(" \t"), line.raw->text.size());
  }

  // Context lines that were code and are comment now: someone opened a comment above them.
  void watch_commented_out(const CodeHunk& hunk) {
    if (hunk.file.role != diff::Role::test || hunk.hunk.partial) return;
    for (const auto& test : tests_in(hunk, Side::before)) {
      const CodeLine& line = hunk.lines[test.line];
      if (!line.hidden || test.suite) continue;
      Skip skip;
      skip.text = std::string(trim(line.raw->text));
      skip.label = test.name;
      skip.span = span_of(hunk.file, *line.raw);
      m_skips.push_back(std::move(skip));
    }
  }

  std::vector<Skip> m_skips;
  std::unordered_map<std::string, size_t> m_removed;
  std::string m_manifests;  // what the change adds to Cargo's, bounded
  SpanCollector m_focused;
};

}  // namespace

std::unique_ptr<Rule> make_switched_off_rule() { return std::make_unique<SwitchedOff>(); }

}  // namespace assay::judge
