// Code beside the tests that makes a broken product look right: a setup file that puts its own
// function in the place of one that the change edits, and code that silences the assertions.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/span_collector.h"
#include "judge/tests/rules.h"
#include "judge/tests/runner_patches.h"
#include "judge/tests/syntax.h"

namespace assay::judge {

namespace {

using diff::Language;

bool is_javascript(Language l) { return l == Language::javascript || l == Language::typescript; }

// Tests replace what they like, one at a time; what runs before them all does it for every test.
bool is_one_test(const diff::File& file) {
  const std::string name = lower(base_name(file.path()));
  if (name == "conftest.py" || contains_any(name, {"setup", "helper", "preload", "customize"})) return false;
  return file.role == diff::Role::test && is_collected(file.path(), file.language);
}

bool is_function_given(const CodeLine& line, const Tokens& t) {
  return has_word(t, "lambda") || has_word(t, "function") || has_word(t, "MagicMock") || has_word(t, "Mock") ||
         contains(line.masked.code, "=>");
}

// "lengths" or "ruler/lengths" of ruler.lengths, ./src/lengths.js and ../src/lengths
std::string module_path(std::string_view name) {
  while (name.starts_with(".") || name.starts_with("/")) name.remove_prefix(1);
  for (const std::string_view end : {".js", ".mjs", ".cjs", ".ts", ".tsx", ".jsx"}) {
    if (name.ends_with(end)) name.remove_suffix(end.size());
  }
  return contains(name, "/") ? std::string(name) : replace_all(std::string(name), ".", "/");
}

// The module that `variable` is bound to in the hunk; empty when it is not a module.
std::string module_of(const CodeHunk& hunk, std::string_view variable) {
  for (const auto& line : hunk.lines) {
    if (!on_side(line, Side::after)) continue;
    const Tokens& t = tokens_of(line);
    if (is_javascript(hunk.file.language)) {
      if (!has_word(t, variable) || !(has_word(t, "require") || has_word(t, "import"))) continue;
      const auto path = std::find_if(t.begin(), t.end(), [](const Token& x) { return x.string(); });
      if (path != t.end() && path->unquoted().starts_with(".")) return module_path(path->unquoted());
      continue;
    }
    const std::string_view text = trim(line.masked.code);
    if (text == cat("import ", variable)) return module_path(variable);
    const std::string renamed = cat(" as ", variable);
    if (text.starts_with("import ") && text.ends_with(renamed))
      return module_path(trim(text.substr(7, text.size() - 7 - renamed.size())));
    if (const size_t import = text.find(" import "); text.starts_with("from ") && import != std::string_view::npos &&
                                                     find_word(text.substr(import), variable) != std::string_view::npos)
      return module_path(cat(trim(text.substr(5, import - 5)), ".", variable));
  }
  return {};
}

// "ruler.lengths" of ruler.lengths.shrink = …; empty when no member is assigned.
std::string assigned_owner(const Tokens& t) {
  size_t at = 0;
  while (at + 2 < t.size() && t[at].word() && t[at + 1].is(".")) at += 2;
  if (at < 2 || at + 1 >= t.size() || !t[at].word() || !t[at + 1].is("=")) return {};
  return replace_all(text_of(t, 0, at - 1), " ", "");
}

// "ruler.lengths.shrink" of patch("ruler.lengths.shrink"), monkeypatch.setattr("ruler.lengths.shrink", …)
std::string patched_by_name(const Tokens& t) {
  for (size_t i = 0; i + 2 < t.size(); ++i) {
    if ((t[i].is("patch") || t[i].is("setattr")) && t[i + 1].is("(") && t[i + 2].string())
      return std::string(t[i + 2].unquoted());
  }
  return {};
}

// "lengths" of setattr(lengths, "shrink", …) and patch.object(lengths, "shrink")
std::string patched_object(const Tokens& t) {
  for (size_t i = 0; i + 3 < t.size(); ++i) {
    if (!(t[i].is("setattr") || t[i].is("object")) || !t[i + 1].is("(")) continue;
    size_t end = i + 2;
    while (end < t.size() && !t[end].is(",") && !t[end].is(")")) ++end;
    return replace_all(text_of(t, i + 2, end), " ", "");
  }
  return {};
}

class Repaired final : public Rule {
 public:
  void file_begin(const diff::File& file, GateFile) override {
    if (file.role != diff::Role::source || file.status == diff::Status::deleted || m_sources.size() >= k_most) return;
    const std::string_view path = file.path();
    m_sources.emplace_back(path.substr(0, path.rfind('.')));
  }

  void hunk(const CodeHunk& hunk) override {
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (!is_added(hunk.lines[i])) continue;
      if (!is_one_test(hunk.file)) watch_modules(hunk, i);
      if (hunk.file.role == diff::Role::source) watch_silenced(hunk, i);
    }
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    SpanCollector repaired = m_tests_own;
    for (auto& each : m_replaced) {
      const bool changed = std::any_of(m_sources.begin(), m_sources.end(), [&](const std::string& path) {
        return path == each.module || path.ends_with(cat("/", each.module));
      });
      if (changed) repaired.should(std::move(each.span), each.module);
    }
    if (!repaired.empty())
      out.push_back(repaired.finding(
          "tests.mocked-away", cat("Setup code replaces a function of the product for all tests (", repaired.labels(),
                                   "); let the tests see the code that the change makes.")));
    if (!m_silenced.empty())
      out.push_back(m_silenced.finding(
          "tests.runner-patched",
          cat("The product changes what assertions or the runner do (", m_silenced.labels(), "); remove it."),
          context.task.asks_to_skip_tests ? model::Severity::should_fix : model::Severity::must_fix));
  }

 private:
  void watch_modules(const CodeHunk& hunk, size_t i) {
    const bool python = hunk.file.language == Language::python;
    if (!python && !is_javascript(hunk.file.language)) return;
    const CodeLine& line = hunk.lines[i];
    const Tokens& t = tokens_of(line);
    std::string module;
    if (is_function_given(line, t)) {
      const std::string owner = assigned_owner(t);
      if (!owner.empty()) module = module_of(hunk, owner);
    }
    if (python && module.empty()) {
      const std::string object = patched_object(t), name = patched_by_name(t);
      if (object == "request.module") m_tests_own.should(span_of(hunk.file, *line.raw), object);
      if (!name.empty()) module = module_path(name.substr(0, name.rfind('.')));
      if (name.empty() && !object.empty()) module = module_of(hunk, object);
    }
    if (!module.empty() && m_replaced.size() < k_most)
      m_replaced.push_back({std::move(module), span_of(hunk.file, *line.raw)});
  }

  // The product has no reason to touch what tests look with.
  void watch_silenced(const CodeHunk& hunk, size_t i) {
    const CodeLine& line = hunk.lines[i];
    const Tokens& t = tokens_of(line);
    const auto found = [&](std::string_view what) {
      m_silenced.must(span_of(hunk.file, *line.raw), std::string(what));
    };
    const auto mentions = [&](std::string_view word) {
      return std::any_of(hunk.lines.begin(), hunk.lines.end(),
                         [&](const CodeLine& l) { return on_side(l, Side::after) && contains(l.raw->text, word); });
    };
    switch (hunk.file.language) {
      case Language::javascript:
      case Language::typescript:
        if (replaces_assertion(line, t)) found("an assertion is replaced");
        break;
      case Language::python:
        if (has_run(t, {"force_result", "("}) && mentions("def pytest_")) found("the hook's result is forced");
        break;
      case Language::ruby:
        if (t.size() > 1 && t[0].is("def") && t[1].text.starts_with("assert") && mentions("Minitest"))
          found("an assertion is redefined");
        break;
      case Language::c:
      case Language::cpp:
        if (defines_away(line.raw->text) && (mentions("#undef assert") || is_of_framework(line.raw->text)))
          found("an assertion is defined away");
        break;
      default: break;
    }
  }

  // assert.strictEqual = () => {}, require('node:assert').ok = …
  static bool replaces_assertion(const CodeLine& line, const Tokens& t) {
    constexpr std::array<std::string_view, 9> k_members = {
        "strictEqual", "equal", "deepEqual", "deepStrictEqual", "ok", "throws", "rejects", "notStrictEqual", "fail"};
    if (!contains(line.raw->text, "assert") || !is_function_given(line, t)) return false;
    for (size_t i = 1; i + 1 < t.size(); ++i) {
      if (!t[i + 1].is("=") || !t[i - 1].is(".")) continue;
      const bool library =
          t[0].is("assert") || contains(line.raw->text, "assert')") || contains(line.raw->text, "assert\")");
      return library && std::find(k_members.begin(), k_members.end(), t[i].text) != k_members.end();
    }
    return false;
  }

  static bool is_of_framework(std::string_view define) {
    return contains_any(define, {"define EXPECT_", "define ASSERT_EQ", "define ASSERT_TRUE", "define REQUIRE("});
  }

  struct Replaced {
    std::string module;
    model::Span span;
  };
  static constexpr size_t k_most = 10000;
  std::vector<std::string> m_sources;  // changed, without their extension
  std::vector<Replaced> m_replaced;
  SpanCollector m_tests_own, m_silenced;
};

}  // namespace

std::unique_ptr<Rule> make_repaired_rule() { return std::make_unique<Repaired>(); }

}  // namespace assay::judge
