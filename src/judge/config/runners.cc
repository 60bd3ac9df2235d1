// Tests left out by what one runner or build tool is told: CTest, Bazel, PHPUnit, RSpec, Go. Reports
// them together with those that general settings leave out.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/config/rules.h"
#include "judge/gate_file.h"
#include "judge/span_collector.h"
#include "judge/tokens.h"

namespace assay::judge {

namespace {

class Runners : public Rule {
 public:
  explicit Runners(std::shared_ptr<ExcludedTests> tests) : m_tests(std::move(tests)) {}

  void hunk(const CodeHunk& hunk) override {
    const std::string_view path = hunk.file.path();
    if (icontains(path, "phpunit")) watch_phpunit(hunk);
    if (is_bazel(path)) watch_bazel(hunk);
    if (contains(path, ".gradle")) watch_gradle(hunk);
    if (path.ends_with(".rspec")) watch_rspec(hunk);
    if (hunk.file.language == diff::Language::cmake) watch_ctest(hunk);
    if (path.ends_with("proj") && contains(path, "test")) watch_dotnet(hunk);
    if (path.ends_with("Cargo.toml")) watch_cargo(hunk);
    if (hunk.file.status == diff::Status::added && path.ends_with("pytest.ini")) watch_new_pytest(hunk);
    if (hunk.file.role == diff::Role::test && hunk.file.language == diff::Language::go) watch_build_tags(hunk);
    if (hunk.file.role == diff::Role::test && hunk.file.language == diff::Language::rust) watch_crate_conditions(hunk);
  }

  void finish(const RuleContext& context, std::vector<model::Finding>& out) override {
    SpanCollector& places = m_tests->places;
    if (m_unregistered.total() > m_registered && places.empty()) places = m_unregistered;
    if (places.empty()) return;
    out.push_back(
        places.finding("config.tests-excluded",
                       cat("Tests are left out of the run, or their failures tolerated (", places.labels(),
                           "); let the runner collect them all."),
                       context.task.asks_to_change_config ? model::Severity::should_fix : model::Severity::must_fix));
  }

 private:
  // PHPUnit: attributes that make a run fail, and groups that are left out.
  void watch_phpunit(const CodeHunk& hunk) {
    std::string before, after;
    for (const auto& line : hunk.lines) {
      if (on_side(line, Side::before)) before += cat(line.raw->text, '\n');
      if (on_side(line, Side::after)) after += cat(line.raw->text, '\n');
    }
    for (std::string_view strict :
         {"failOnWarning=\"true\"", "failOnRisky=\"true\"", "failOnIncomplete=\"true\"", "failOnSkipped=\"true\"",
          "failOnEmptyTestSuite=\"true\"", "beStrictAboutTestsThatDoNotTestAnything=\"true\""}) {
      if (contains(before, strict) && !contains(after, strict))
        m_tests->places.must(span_of(hunk.file, strict), cat(strict, " is gone"));
    }
    for (size_t i = 0; i < hunk.lines.size(); ++i) {
      if (!is_added(hunk.lines[i]) || !contains(hunk.lines[i].raw->text, "<group>")) continue;
      for (size_t k = i; k-- > 0 && k + 4 > i;) {
        if (contains(hunk.lines[k].raw->text, "<exclude>")) {
          m_tests->places.must(span_of(hunk.file, *hunk.lines[i].raw), std::string(trim(hunk.lines[i].raw->text)));
          break;
        }
      }
    }
  }

  void watch_rspec(const CodeHunk& hunk) {
    for (const auto& line : hunk.lines) {
      const std::string_view text = trim(line.raw->text);
      if (is_added(line) && (text.starts_with("--exclude-pattern") || text.starts_with("--tag ~") ||
                             text.starts_with("--pattern") || text.starts_with("-e ")))
        m_tests->places.must(span_of(hunk.file, *line.raw), std::string(text));
    }
  }

  static bool is_bazel(std::string_view path) {
    return path.ends_with("BUILD.bazel") || path.ends_with("BUILD") || path.ends_with(".bzl");
  }

  void watch_bazel(const CodeHunk& hunk) {
    const bool tests = std::any_of(hunk.lines.begin(), hunk.lines.end(),
                                   [](const CodeLine& l) { return contains(l.raw->text, "_test"); });
    for (const auto& line : hunk.lines) {
      if (!is_added(line) || !tests) continue;
      const std::string_view text = trim(line.raw->text);
      if (text.starts_with("tags") &&
          (contains(text, "\"manual\"") || contains(text, "disabled") || contains(text, "no-ci")))
        m_tests->places.must(span_of(hunk.file, *line.raw), std::string(text));
      if (text.starts_with("flaky = True")) m_tests->places.should(span_of(hunk.file, *line.raw), std::string(text));
    }
  }

  // test { enabled = false }, excludeTags, excludeTestsMatching, exclude '**/SumTest*'
  void watch_gradle(const CodeHunk& hunk) {
    bool in_tests = contains(hunk.hunk.section, "est");
    for (const auto& line : hunk.lines) {
      if (!on_side(line, Side::after)) continue;
      const std::string_view text = trim(line.raw->text);
      if (text.ends_with("{") && !text.starts_with("}"))
        in_tests |= text.starts_with("test") || contains(text, "tasks.test") || contains(text, "Test>") ||
                    contains(text, "(Test)") || contains(text, "\"test\"");
      if (!is_added(line)) continue;
      const bool off = in_tests && (text == "enabled = false" || text == "enabled false" ||
                                    text == "onlyIf { false }" || text == "isEnabled = false");
      const bool left_out =
          contains_any(text, {"excludeTags", "excludeTestsMatching", "excludeCategories", "excludeGroups"}) ||
          (in_tests && text.starts_with("exclude") && icontains(text, "test"));
      if (off || left_out || text.starts_with("test.enabled = false"))
        m_tests->places.must(span_of(hunk.file, *line.raw), std::string(excerpt(text, 60)));
    }
  }

  // CTest: tests no longer registered, or expected to fail.
  void watch_ctest(const CodeHunk& hunk) {
    const auto registers = [](std::string_view text) {
      return contains(text, "add_test(") || contains(text, "gtest_discover_tests(") ||
             contains(text, "catch_discover_tests(") || contains(text, "doctest_discover_tests(") ||
             contains(text, "enable_testing(");
    };
    bool registered = false;
    size_t& added = m_registered;
    for (const auto& line : hunk.lines) {
      registered |= registers(line.raw->text);
      added += is_added(line) && registers(line.raw->text);
    }
    for (const auto& line : hunk.lines) {
      const std::string_view text = trim(line.raw->text);
      if (text.starts_with("#")) continue;
      const auto place = [&] { return span_of(hunk.file, *line.raw); };
      if (is_added(line) && (contains(text, "WILL_FAIL") || find_word(text, "DISABLED") != std::string_view::npos) &&
          (contains(text, "TRUE") || contains(text, "ON") || contains(text, " 1")))
        m_tests->places.must(place(), contains(text, "WILL_FAIL") ? "WILL_FAIL" : "DISABLED");
      if (!is_removed(line)) continue;
      if (registers(text)) {
        if (contains(text, "${") && added < loop_size(hunk)) {
          m_tests->places.must(place(), "a loop no longer adds its tests");
        } else if (added > 0) {
          --added;
        } else {
          m_unregistered.must(place(), std::string(text.substr(0, 60)));
        }
      }
      if (registered && text.starts_with("foreach(") && loses_words(hunk, text))
        m_tests->places.must(place(), "a test is no longer listed");
    }
  }

  // How many names the loop around a removed add_test goes over, where another one does not take its place; 0: no loop.
  static size_t loop_size(const CodeHunk& hunk) {
    size_t out = 0;
    for (const auto& line : hunk.lines) {
      const std::string_view text = trim(line.raw->text);
      if (is_added(line) && contains(text, "add_test(") && contains(text, "${")) return 0;
      if (!is_added(line) && text.starts_with("foreach(") && !contains(text, "${"))
        out = static_cast<size_t>(std::count(text.begin(), text.end(), ' '));
    }
    return out;
  }

  // The same list on an added line, with fewer words.
  static bool loses_words(const CodeHunk& hunk, std::string_view text) {
    const std::string_view head = text.substr(0, text.find(' '));
    for (const auto& line : hunk.lines) {
      const std::string_view now = trim(line.raw->text);
      if (!is_added(line) || !now.starts_with(head)) continue;
      return std::count(now.begin(), now.end(), ' ') < std::count(text.begin(), text.end(), ' ');
    }
    return false;
  }

  template <size_t n>
  static bool asks_for_more(std::string_view now, std::string_view was,
                            const std::array<std::string_view, n>& systems) {
    const auto terms = split(now.substr(now.find(' ') + 1), '&');
    return std::any_of(terms.begin(), terms.end(), [&](std::string_view term) {
      term = trim(term);
      if (term.empty() || find_word(was, term) != std::string_view::npos || contains(term, "|")) return false;
      return std::none_of(systems.begin(), systems.end(), [&](std::string_view s) { return term.starts_with(s); });
    });
  }

  void watch_dotnet(const CodeHunk& hunk) {
    for (const auto& line : hunk.lines) {
      if (is_added(line) && icontains(line.raw->text, "<IsTestProject>false"))
        m_tests->places.must(span_of(hunk.file, *line.raw), "no longer a project of tests");
    }
  }

  // harness = false hands a test file to a main() of its own. Benchmarks are made that way.
  void watch_cargo(const CodeHunk& hunk) {
    bool bench = false;
    for (const auto& line : hunk.lines) {
      const std::string_view text = trim(line.raw->text);
      if (text.starts_with("[")) bench = contains(text, "bench");
      if (is_added(line) && text == "harness = false" && !bench)
        m_tests->places.should(span_of(hunk.file, *line.raw), std::string(text));
    }
  }

  // A pytest.ini that was not there before takes the place of every other setting.
  void watch_new_pytest(const CodeHunk& hunk) {
    for (const auto& line : hunk.lines) {
      const std::string_view text = trim(line.raw->text);
      if (!text.starts_with("addopts")) continue;
      if (contains_any(text, {"--ignore", "--deselect", "-k \"not", "-k 'not", "-k not"}))
        m_tests->places.must(span_of(hunk.file, *line.raw), std::string(excerpt(text, 60)));
    }
  }

  // #![cfg(feature = "slow")] on a test file takes it out of the ordinary run, like a build tag.
  void watch_crate_conditions(const CodeHunk& hunk) {
    if (hunk.file.status == diff::Status::added) return;
    for (const auto& line : hunk.lines) {
      const std::string_view text = trim(line.raw->text);
      if (!is_added(line) || !text.starts_with("#![cfg(")) continue;
      const bool platform = contains_any(text, {"target_", "unix", "windows", "panic"});
      m_tests->places.add(platform ? model::Severity::should_fix : model::Severity::must_fix,
                          span_of(hunk.file, *line.raw), std::string(text));
    }
  }

  // A build tag on a Go test file takes it out of the ordinary run.
  void watch_build_tags(const CodeHunk& hunk) {
    if (hunk.file.status == diff::Status::added) return;
    constexpr std::array<std::string_view, 12> systems = {"linux", "windows", "darwin", "unix", "amd64",   "arm64",
                                                          "cgo",   "race",    "wasm",   "js",   "freebsd", "go1"};
    std::string_view had;
    for (const auto& l : hunk.lines) {
      if (!is_added(l) && (trim(l.raw->text).starts_with("//go:build") || trim(l.raw->text).starts_with("// +build")))
        had = trim(l.raw->text);
    }
    for (const auto& line : hunk.lines) {
      const std::string_view text = trim(line.raw->text);
      if (!is_added(line) || !text.starts_with("//go:build")) continue;
      const bool platform = std::any_of(systems.begin(), systems.end(), [&](std::string_view s) {
        return find_word(text, s) != std::string_view::npos;
      });
      if (!had.empty()) {
        // One more thing to ask for, and no platform: linux && manual.
        if (!contains(text, "&&") || contains(text, "!")) continue;
        if (asks_for_more(text, had, systems)) m_tests->places.must(span_of(hunk.file, *line.raw), std::string(text));
        continue;
      }
      m_tests->places.add(platform ? model::Severity::should_fix : model::Severity::must_fix,
                          span_of(hunk.file, *line.raw), std::string(text));
    }
  }

  std::shared_ptr<ExcludedTests> m_tests;
  SpanCollector m_unregistered;
  size_t m_registered = 0;  // tests newly registered with CTest and not set against a lost one
};

}  // namespace

std::unique_ptr<Rule> make_runners_rule(std::shared_ptr<ExcludedTests> tests) {
  return std::make_unique<Runners>(std::move(tests));
}

}  // namespace assay::judge
