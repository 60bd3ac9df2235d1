// Tests that pass because the runner, the comparison or the unit itself was replaced.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "base/text.h"
#include "judge/span_collector.h"
#include "judge/tests/answered_calls.h"
#include "judge/tests/assertion.h"
#include "judge/tests/equality.h"
#include "judge/tests/loosened_tools.h"
#include "judge/tests/rules.h"
#include "judge/tests/runner_hooks.h"
#include "judge/tests/runner_patches.h"
#include "judge/tests/syntax.h"

namespace assay::judge {

namespace {

using diff::Language;

bool is_script(Language l) { return l == Language::javascript || l == Language::typescript; }

// Files that run before the tests and can change what a result means.
bool is_setup(const diff::File& file) {
  const std::string name = lower(base_name(file.path()));
  if (name == "conftest.py" || name == "sitecustomize.py" || name == "usercustomize.py" || name == "spec_helper.rb" ||
      name == "rails_helper.rb" || name.starts_with("test_helper."))
    return true;
  return is_script(file.language) && contains(name, "setup") &&
         (file.role == diff::Role::test || contains(name, "test") || contains(name, "jest") ||
          contains(name, "vitest"));
}

// Programs that tests start are allowed to exit as they like.
bool is_fixture(std::string_view path) {
  const std::string p = lower(path);
  return contains(p, "fixture") || contains(p, "stub") || contains(p, "fake") || contains(p, "mock") ||
         contains(p, "helpers/bin") || contains(p, "testdata");
}

bool mentions(const CodeHunk& hunk, std::initializer_list<std::string_view> words) {
  return std::any_of(hunk.lines.begin(), hunk.lines.end(), [&](const CodeLine& line) {
    return on_side(line, Side::after) &&
           std::any_of(words.begin(), words.end(), [&](std::string_view w) { return contains(line.raw->text, w); });
  });
}

// The name of the unit a test file is about: "cart.test.ts", "test_cart.py", "CartTest.java" -> "cart".
std::string unit_of(std::string_view path) {
  std::string stem = lower(base_name(path).substr(0, base_name(path).find('.')));
  for (std::string_view mark : {"test_", "tests_", "spec_"}) {
    if (stem.starts_with(mark)) stem.erase(0, mark.size());
  }
  for (std::string_view mark : {"_test", "_spec", "-test", "tests", "test", "spec"}) {
    if (stem.size() > mark.size() && stem.ends_with(mark)) stem.resize(stem.size() - mark.size());
  }
  return stem;
}

class Runner : public Rule {
 public:
  void hunk(const CodeHunk& hunk) override {
    const bool setup = is_setup(hunk.file);
    m_equalities.hunk(hunk);
    watch_symbols(hunk);
    if (hunk.file.language == Language::shell) watch_traps(hunk);
    if (hunk.file.role != diff::Role::test && !setup) return;
    if (is_fixture(hunk.file.path())) return;
    m_mocks_in_hunk = 0;
    watch_replacement(hunk);
    watch_tools(hunk);
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (!is_added(hunk.lines[i])) continue;
      const Tokens& t = tokens_of(hunk.lines[i]);
      if (t.empty()) continue;
      watch_runner(hunk, i, t, setup);
      watch_mocks(hunk, i, t);
    }
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    m_equalities.report(context.task, m_patched);
    for (auto& hidden : m_hidden)
      if (!m_seen.contains(hidden.symbol)) m_patched.must(std::move(hidden.span), "assertions behind " + hidden.symbol);
    if (!m_patched.empty())
      out.push_back(
          m_patched.finding("tests.runner-patched",
                            cat("The test run itself was changed so that failures do not show (", m_patched.labels(),
                                "); remove it and let the runner report what it finds."),
                            context.task.asks_to_skip_tests ? model::Severity::should_fix : model::Severity::must_fix));
    if (!m_mocked.empty())
      out.push_back(m_mocked.finding(
          "tests.mocked-away", cat("The unit under test is replaced by a mock in its own test (", m_mocked.labels(),
                                   "); mock what it depends on and let the real code run.")));
  }

 private:
  void watch_runner(const CodeHunk& hunk, size_t i, const Tokens& t, bool setup) {
    const auto place = [&] { return span_of(hunk.file, *hunk.lines[i].raw); };
    if ((hunk.file.language == Language::cpp || hunk.file.language == Language::c) &&
        defines_away(hunk.lines[i].raw->text)) {
      m_patched.must(place(), "an assertion is defined away");
      return;
    }
    if (std::string what = forced_success(t, hunk.file.language); !what.empty()) {
      if (contains(what, "RUN_ALL_TESTS")) {
        if (mentions(hunk, {"return 0", "exit(0)", "EXIT_SUCCESS"}) &&
            !mentions(hunk, {"return result", "return failed"}))
          m_patched.must(place(), std::move(what));
        return;
      }
      if (hunk.file.language == Language::go && mentions(hunk, {"TestMain("}) && drops_go_result(hunk)) {
        m_patched.must(place(), "the result of m.Run() is dropped");
        return;
      }
      // A hand-written runner exits with 1 somewhere as well.
      if (mentions(hunk, {"exit(1)", "Exit(1)", "exit 1", "exitCode = 1"})) return;
      m_patched.add(
          setup || hunk.file.status != diff::Status::added ? model::Severity::must_fix : model::Severity::should_fix,
          place(), std::move(what));
      return;
    }
    std::string what = patched(hunk, i, t);
    if (what.empty()) what = tampers_with_results(hunk, i);
    if (what.empty()) return;
    if (contains(what, "excluded") && !is_new_exclusion(hunk)) return;
    if (contains(what, "collected") && mentions(hunk, {"getoption", "sys.platform", "os.environ", "item.keywords"}))
      return;
    m_patched.must(place(), std::move(what));
  }

  // Helpers that do not fail any more, and assertions behind a symbol that the change shows nowhere else.
  void watch_tools(const CodeHunk& hunk) {
    for (const Hollow& h : loosened_helpers(hunk))
      m_patched.add(h.severity, span_of(hunk.file, *hunk.lines[h.line].raw), std::string(h.why));
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      const std::string_view symbol = hiding_symbol(hunk, i);
      if (!symbol.empty() && m_hidden.size() < 1000)
        m_hidden.push_back({std::string(symbol), span_of(hunk.file, *hunk.lines[i].raw)});
    }
  }

  // What builds tests, or another file, may define the symbol: then it is set for somebody.
  void watch_symbols(const CodeHunk& hunk) {
    if (hunk.file.role == diff::Role::docs) return;
    for (const CodeLine& line : hunk.lines) {
      if (!on_side(line, Side::after) || m_seen.size() > 100000) continue;
      const bool asks = trim(line.raw->text).starts_with("#if");
      if (asks && is_added(line)) continue;
      const bool defines =
          asks || contains_any(line.raw->text, {"-D", "define", "DEFINE", "Define", "=", "//", "SWIFT_ACTIVE"});
      if (!defines) continue;
      for (std::string_view word : names_of(line.raw->text)) m_seen.emplace(word);
    }
  }
  // Words of capitals, as symbols are written.
  static std::vector<std::string_view> names_of(std::string_view text) {
    std::vector<std::string_view> out;
    for (size_t i = 0; i < text.size(); ++i) {
      const size_t start = i;
      while (i < text.size() && (is_upper(text[i]) || is_digit(text[i]) || text[i] == '_')) ++i;
      if (i - start > 2) out.push_back(text.substr(start, i - start));
    }
    // -DSLOW_TESTS
    for (size_t k = 0, n = out.size(); k < n; ++k)
      if (out[k].starts_with("D")) out.push_back(out[k].substr(1));
    return out;
  }

  // A script that checks something ends well whatever it came to.
  void watch_traps(const CodeHunk& hunk) {
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (!is_added(hunk.lines[i]) || !traps_failure(hunk, i)) continue;
      const bool tests = hunk.file.role == diff::Role::test || icontains(hunk.file.path(), "test") ||
                         icontains(hunk.file.path(), "check") || mentions(hunk, {"test", "assert", "check"});
      m_patched.add(tests ? model::Severity::must_fix : model::Severity::should_fix,
                    span_of(hunk.file, *hunk.lines[i].raw), "a trap ends with success");
    }
  }

  static bool is_new_exclusion(const CodeHunk& hunk) {
    return std::none_of(hunk.lines.begin(), hunk.lines.end(),
                        [](const CodeLine& line) { return is_removed(line) && contains(line.raw->text, "exclud"); });
  }

  void watch_mocks(const CodeHunk& hunk, size_t i, const Tokens& t) {
    const std::string unit = unit_of(hunk.file.path());
    const auto place = [&] { return span_of(hunk.file, *hunk.lines[i].raw); };
    if (is_script(hunk.file.language)) {
      for (std::string_view tool : {"jest", "vi"}) {
        for (std::string_view call : {"mock", "doMock"}) {
          const size_t at = find_run(t, {tool, ".", call, "("});
          if (at == std::string_view::npos || at + 4 >= t.size() || !t[at + 4].string()) continue;
          const std::string_view path = t[at + 4].unquoted();
          if (!path.starts_with(".") && !path.starts_with("@/") && !path.starts_with("~/")) continue;
          if (unit_of(path) != unit || is_namesake(path, hunk.file.path(), unit) || keeps_original(hunk, i)) continue;
          m_mocked.must(place(), std::string(path));
        }
      }
      if (const std::string stub = spied(hunk, i, t); !stub.empty() && asserts_on(hunk, stub, i))
        m_mocked.must(place(), stub);
      return;
    }
    if (hunk.file.language == Language::python) {
      const std::string target = patch_target(t);
      if (target.empty() || ++m_mocks_in_hunk > k_mocks_in_hunk) return;
      const size_t dot = target.rfind('.');
      const std::string function = dot == std::string::npos ? target : target.substr(dot + 1);
      const std::string module = dot == std::string::npos ? "" : lower(target.substr(0, dot));
      if (function.size() < 2 || !asserts_on(hunk, function, i)) return;
      const bool own = module == unit || module.ends_with(cat(".", unit)) || tested_by_name(hunk, i, function);
      m_mocked.add(own ? model::Severity::must_fix : model::Severity::should_fix, place(), target);
      return;
    }
    if (hunk.file.language == Language::ruby) {
      if (const std::string stub = ruby_stub(t); !stub.empty() && asserts_on(hunk, stub, i))
        m_mocked.must(place(), stub);
    }
    if (hunk.file.language == Language::ruby && (has_run(t, {"allow", "(", "subject", ")"}) ||
                                                 has_run(t, {"allow_any_instance_of", "(", "described_class", ")"})))
      m_mocked.should(place(), "subject");
    if (hunk.file.language == Language::java || hunk.file.language == Language::kotlin) {
      const size_t at = find_run(t, {"mock", "("});
      if (at != std::string_view::npos && at + 2 < t.size() && lower(t[at + 2].text) == unit)
        m_mocked.should(place(), std::string(t[at + 2].text));
    }
    if (const std::string stub = answered_call(hunk, i); !stub.empty()) m_mocked.must(place(), stub);
  }

  // "sum" of vi.spyOn(mod, 'sum').mockReturnValue(3), sinon.stub(mod, 'sum').returns(3): one that answers itself.
  static std::string spied(const CodeHunk& hunk, size_t at, const Tokens& t) {
    for (size_t i = 0; i + 4 < t.size(); ++i) {
      if (!(t[i].is("spyOn") || t[i].is("stub")) || !t[i + 1].is("(")) continue;
      for (size_t k = i + 2; k + 2 < t.size() && !t[k].is(")"); ++k) {
        if (!t[k].is(",") || !t[k + 1].string() || !t[k + 2].is(")")) continue;
        std::string rest = hunk.lines[at].masked.code;
        if (const size_t next = next_code_line(hunk, at, Side::after); next < hunk.lines.size())
          rest += hunk.lines[next].masked.code;
        const bool answers =
            contains_any(rest, {".mockReturn", ".mockImpl", ".mockResolved", ".returns(", ".resolves("});
        return answers ? std::string(t[k + 1].unquoted()) : std::string{};
      }
    }
    return {};
  }

  // The import of the unit went, and the test has a function of that name of its own now.
  void watch_replacement(const CodeHunk& hunk) {
    if (!is_small(hunk)) return;
    for (const CodeLine& line : hunk.lines) {
      if (!is_removed(line)) continue;
      const Tokens& t = tokens_of(line, Side::before);
      const bool own = std::any_of(t.begin(), t.end(), [](const Token& x) {
        return x.string() && (x.unquoted().starts_with("./") || x.unquoted().starts_with("../"));
      });
      const bool imports = !t.empty() && ((own && (t[0].is("import") || has_word(t, "require"))) || t[0].is("from"));
      if (!imports) continue;
      for (const Token& name : t) {
        if (!name.word() || name.text.size() < 2 || is_import_word(name.text)) continue;
        for (const CodeLine& other : hunk.lines) {
          if (!is_added(other)) continue;
          const Tokens& now = tokens_of(other);
          const bool arrow = contains(other.masked.code, "=>") || has_word(now, "function") || has_word(now, "lambda");
          const bool defines = has_run(now, {"def", name.text, "("}) || has_run(now, {"function", name.text, "("}) ||
                               (has_run(now, {"const", name.text, "="}) && arrow);
          if (defines) m_mocked.must(span_of(hunk.file, *other.raw), std::string(name.text));
        }
      }
    }
  }
  static bool is_import_word(std::string_view w) {
    return w == "import" || w == "from" || w == "const" || w == "require" || w == "let" || w == "var" || w == "as";
  }

  // services/assets is not what controllers/assets.test.ts is about, though it has the same name.
  static bool is_namesake(std::string_view mocked, std::string_view test, std::string_view unit) {
    const std::string folder = lower(last_folder(mocked));
    if (folder.empty() || folder == "src" || folder == "lib" || folder == "app" || folder == unit) return false;
    return folder != lower(last_folder(test));
  }
  static std::string_view last_folder(std::string_view path) {
    const size_t slash = path.rfind('/');
    if (slash == std::string_view::npos) return {};
    const std::string_view folder = base_name(path.substr(0, slash));
    return folder == "." || folder == ".." || folder == "@" || folder == "~" ? std::string_view{} : folder;
  }

  // The test that follows, or holds, line `at` is named after that function: test_total for total.
  static bool tested_by_name(const CodeHunk& hunk, size_t at, const std::string& function) {
    const TestDeclaration* owner = nullptr;
    const auto tests = tests_in(hunk, Side::after);
    const bool above = trim(hunk.lines[at].masked.code).starts_with("@");
    for (const auto& test : tests) {
      if (test.line > at && (!above || owner)) break;
      if (test.line > at || !above) owner = &test;
    }
    return owner && lower(owner->name) == cat("test_", lower(function));
  }

  // "fine" of allow(library).to receive(:fine)
  static std::string ruby_stub(const Tokens& t) {
    const size_t at = find_run(t, {"receive", "(", ":"});
    const bool allows =
        std::any_of(t.begin(), t.end(), [](const Token& x) { return x.word() && x.text.starts_with("allow"); });
    if (at == std::string_view::npos || at + 3 >= t.size() || !allows) return {};
    return std::string(t[at + 3].text);
  }

  static bool keeps_original(const CodeHunk& hunk, size_t at) {
    for (size_t i = at; i < hunk.lines.size() && i < at + 10; ++i) {
      const auto text = hunk.lines[i].raw->text;
      if (contains(text, "requireActual") || contains(text, "importActual") || contains(text, "importOriginal") ||
          contains(text, "spy: true"))
        return true;
    }
    return false;
  }

  // "pkg.cart.total" of @patch("pkg.cart.total"), patch.object(cart, "total"), monkeypatch.setattr(cart, "total", …)
  static std::string patch_target(const Tokens& t) {
    for (size_t i = 0; i + 2 < t.size(); ++i) {
      if (t[i].is("patch") && t[i + 1].is("(") && t[i + 2].string()) return std::string(t[i + 2].unquoted());
      const bool object = (t[i].is("object") || t[i].is("setattr")) && t[i + 1].is("(");
      if (!object) continue;
      if (t[i + 2].string()) return std::string(t[i + 2].unquoted());
      for (size_t k = i + 2; k + 1 < t.size(); ++k) {
        if (t[k].is(",") && t[k + 1].string())
          return cat(replace_all(text_of(t, i + 2, k), " ", ""), ".", t[k + 1].unquoted());
      }
    }
    return {};
  }

  // An assertion whose subject is a call of that very function, as far as the mock reaches.
  static bool asserts_on(const CodeHunk& hunk, const std::string& function, size_t mock) {
    const std::string call = cat(function, " (");
    const size_t end = reach(hunk, mock);
    for (const auto& a : assertions_in(hunk, Side::after)) {
      if (a.first >= end || (a.first < mock && end != hunk.lines.size())) continue;
      const size_t at = a.subject.find(call);
      if (at != std::string::npos && (at == 0 || !is_word(a.subject[at - 1]))) return true;
    }
    return false;
  }

  // A mock in a test (or right above it) ends with the test, one in a class with the class.
  static size_t reach(const CodeHunk& hunk, size_t mock) {
    const auto tests = tests_in(hunk, Side::after);
    const bool above = trim(hunk.lines[mock].masked.code).starts_with("@");
    size_t from = mock;
    bool in_test = above;
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (!on_side(hunk.lines[i], Side::after)) continue;
      const Tokens t = tokens_of(hunk.lines[i]);
      const bool test = std::any_of(tests.begin(), tests.end(), [&](const auto& d) { return d.line == i && !d.suite; });
      if (i <= mock) {
        if (!above && !t.empty() && (t[0].is("def") || test)) in_test = test;
        continue;
      }
      if (!t.empty() && t[0].is("class")) return i;
      if (!in_test || !test) continue;
      if (above && from == mock) {
        from = i;  // the test it is for
        continue;
      }
      return i;
    }
    return hunk.lines.size();
  }

  static constexpr size_t k_mocks_in_hunk = 300;  // each is looked for in the whole hunk
  size_t m_mocks_in_hunk = 0;
  struct Hidden {
    std::string symbol;
    model::Span span;
  };
  std::vector<Hidden> m_hidden;
  std::unordered_set<std::string> m_seen;  // words that could be symbols
  Equalities m_equalities;
  SpanCollector m_patched, m_mocked;
};

}  // namespace

std::unique_ptr<Rule> make_runner_rule() { return std::make_unique<Runner>(); }

}  // namespace assay::judge
