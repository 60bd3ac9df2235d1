#include "judge/outcome/log_fit.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "judge/outcome/judge.h"

namespace assay::judge {
namespace {

struct FitCase {
  std::string_view what, diff, log, rule;  // an empty rule: quiet
};

std::string new_file(std::string_view path, std::vector<std::string> lines) {
  std::string out = cat("diff --git a/", path, " b/", path, "\nnew file mode 100644\n--- /dev/null\n+++ b/", path,
                        "\n@@ -0,0 +1,", lines.size(), " @@\n");
  for (const auto& line : lines) out += cat("+", line, "\n");
  return out;
}

std::string edited(std::string_view path, std::string_view before, std::string_view after) {
  return cat("diff --git a/", path, " b/", path, "\n--- a/", path, "\n+++ b/", path, "\n@@ -1 +1 @@\n-", before, "\n+",
             after, "\n");
}

std::string deleted(std::string_view path, std::string_view line) {
  return cat("diff --git a/", path, " b/", path, "\ndeleted file mode 100644\n--- a/", path,
             "\n+++ /dev/null\n@@ -1 +0,0 @@\n-", line, "\n");
}

std::vector<std::string> fit_rules(std::string_view diff, std::string_view log) {
  TextSource diff_source(diff), log_source(log);
  auto change = read_change(diff_source);
  Inputs inputs;
  inputs.task = "Add margin.";
  inputs.change = change->get();
  inputs.verify_logs = &log_source;
  const auto check = judge(inputs);
  std::vector<std::string> out;
  for (const auto& finding : check->verdict.should_fix) {
    const std::string_view rule = finding.rule;
    if (rule == "log.other-language" || rule.starts_with("log.tests-") || rule == "log.packages-missing")
      out.emplace_back(rule);
  }
  return out;
}

void expect_each(const std::vector<FitCase>& cases) {
  for (const auto& one : cases) {
    const auto wanted = one.rule.empty() ? std::vector<std::string>() : std::vector<std::string>{std::string(one.rule)};
    EXPECT_EQ(fit_rules(one.diff, one.log), wanted) << one.what;
  }
}

const std::string k_python = edited("ruler/lengths.py", "a = 1", "a = 2");
const std::string k_python_test = new_file("tests/test_margin.py", {"def test_margin():", "    assert margin(1) == 2"});
const std::string k_go = edited("lengths/lengths.go", "var a = 1", "var a = 2");
const std::string k_go_test =
    new_file("lengths/margin_test.go", {"func TestMargin(t *testing.T) {", "\tt.Fatal()", "}"});
const std::string k_rust = edited("src/lib.rs", "const A: u8 = 1;", "const A: u8 = 2;");
const std::string k_script = edited("src/a.ts", "const a = 1", "const a = 2");
const std::string k_script_test =
    new_file("test/margin.test.ts", {"test('adds a margin', () => {", "  expect(margin(1)).toBe(2)", "})"});
const std::string k_java_test =
    new_file("core/src/test/java/MarginTest.java", {"class MarginTest {", "  @Test void adds() { a(); }", "}"});

constexpr std::string_view k_cargo_log =
    "running 1 test\ntest lengths::span ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 "
    "filtered out; finished in 0.00s\n";
constexpr std::string_view k_pytest_names =
    "collected 2 items\n\ntests/test_span.py::test_a PASSED [ 50%]\ntests/test_span.py::test_b PASSED [100%]\n\n"
    "============================== 2 passed in 0.01s ===============================\n";
constexpr std::string_view k_pytest_files =
    "collected 3 items\n\ntests/test_span.py ...   [100%]\n\n===== 3 passed in 0.01s =====\n";
constexpr std::string_view k_pytest_quiet = "...                          [100%]\n3 passed in 0.01s\n";
constexpr std::string_view k_jest_log =
    "PASS test/span.test.ts\nPASS test/sum.test.ts\n\nTest Suites: 2 passed, 2 total\nTests:       9 passed, 9 total\n";

TEST(LogFit, ALogOfAnotherLanguage) {
  const auto both = k_python + k_rust;
  const auto rust_tests = new_file("tests/margin.rs", {"#[test]", "fn adds_a_margin() {", "  assert!(true);", "}"});
  const auto go_and_test = k_go + k_go_test;
  const std::string_view other = "log.other-language";
  expect_each({
      {"python by cargo", k_python, k_cargo_log, other},
      {"go by pytest", k_go, k_pytest_quiet, other},
      {"go with tests by pytest", go_and_test, k_pytest_names, other},
      {"python by jest", k_python, k_jest_log, other},
      {"rust tests by pytest", rust_tests, k_pytest_quiet, other},
      // Quiet.
      {"both languages", both, k_cargo_log, ""},
      {"an extension in Rust, tested from Python", k_rust, k_pytest_quiet, ""},
      {"scripts of a web application", k_script, k_pytest_quiet, ""},
      {"a runner that runs everything", k_python,
       "1/1 Test #1: all ......   Passed    0.01 sec\n\n100% tests passed, 0 tests failed out of 1\n", ""},
      {"words beside it", k_python, cat(k_cargo_log, "\nnpm run e2e passed\n"), ""},
      {"no code", edited("README.md", "a", "b"), k_cargo_log, ""},
      {"a table", edited("db/1.sql", "select 1;", "select 2;"), k_pytest_quiet, ""},
      {"the words of nobody", k_go, "Tests 120 passed\n", ""},
  });
}

TEST(LogFit, AddedTestsThatAFullListDoesNotHave) {
  const std::string_view missing = "log.tests-missing";
  const auto pytest = k_python + k_python_test;
  const auto two = pytest + new_file("tests/test_other.py", {"def test_b():", "    assert margin(1) == 2"});
  const auto skipped = new_file("tests/test_margin.py", {"@pytest.mark.skip", "def test_margin():", "    assert 1"});
  const auto java = cat(k_java_test);
  const auto built = new_file("test/margin.test.ts", {"test(`adds ${n}`, () => {", "  expect(n).toBe(2)", "})"});
  const auto rust = new_file("tests/margin.rs", {"#[test]", "fn adds_a_margin() {", "  assert!(true);", "}"});
  const auto ruby = edited("spec/library_spec.rb", "x = 1", "let(:a) { b.tap { |it| it.add(\"1\", c: \"d\") } }");
  expect_each({
      {"names", pytest, k_pytest_names, missing},
      {"files", pytest, k_pytest_files, missing},
      {"cargo", rust, k_cargo_log, missing},
      {"jest", k_script + k_script_test, k_jest_log, missing},
      {"maven", java,
       "[INFO] Running com.x.SpanTest\n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - "
       "in com.x.SpanTest\n[INFO] Results:\n[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD "
       "SUCCESS\n",
       missing},
      {"go -v", k_go_test,
       "=== RUN   TestSpan\n--- PASS: TestSpan (0.00s)\nPASS\nok  \texample.com/r/lengths\t0.002s\n", missing},
      // Quiet.
      {"it is there", pytest, cat("tests/test_margin.py::test_margin PASSED [100%]\n1 passed in 0.01s\n"), ""},
      {"its file is there", pytest, "tests/test_margin.py .   [100%]\n\n===== 1 passed in 0.01s =====\n", ""},
      {"one of two is", two, k_pytest_names, ""},
      {"a quiet run", pytest, k_pytest_quiet, ""},
      {"the end of a longer log", pytest, "tests/test_z.py ..  [100%]\n\n===== 40 passed in 0.01s =====\n", ""},
      {"only failures and some are named", pytest,
       "tests/test_span.py::test_a SKIPPED (slow)\n===== 11 passed, 1 skipped in 0.01s =====\n", ""},
      {"jest names few of its files", k_script + k_script_test,
       "PASS test/span.test.ts\n\nTest Suites: 12 passed, 12 total\nTests:       90 passed, 90 total\n", ""},
      {"jest, another root", k_script + k_script_test,
       "PASS packages/x/test/margin.test.ts\n\nTest Suites: 1 passed, 1 total\nTests:       9 passed, 9 total\n", ""},
      {"a call that looks like a test", ruby,
       "Library\n  finds books\n\nFinished in 0.01 seconds\n1 example, 0 failures\n", ""},
      {"skipped", skipped, k_pytest_names, ""},
      {"a name made when it runs", built,
       "  ✓ adds 2 (1 ms)\nPASS test/other.test.ts\n\nTest Suites: 1 passed, 1 total\nTests:       1 passed, 1 total\n",
       ""},
      {"maven, its class", java,
       "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in com.x.MarginTest\n[INFO] "
       "Tests run: 3, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS\n",
       ""},
      {"no tests in the change", k_python, k_pytest_names, ""},
  });
}

TEST(LogFit, TestsThatTheChangeRemoves) {
  const auto gone = k_python + deleted("tests/test_span.py", "def test_a(): assert a == 1");
  expect_each({{"by name", gone, k_pytest_names, "log.tests-deleted"},
               {"by file", gone, k_pytest_files, "log.tests-deleted"},
               {"another file", gone, "pkg/tests/test_span.py ...   [100%]\n\n===== 3 passed in 0.01s =====\n", ""},
               {"edited", edited("tests/test_span.py", "a = 1", "a = 2"), k_pytest_files, ""}});
}

TEST(LogFit, PackagesThatTheRunDidNotVisit) {
  const std::string_view missing = "log.packages-missing";
  expect_each({
      {"another package", k_go, "ok  \texample.com/r/cmd\t0.002s\nok  \texample.com/r/api\t(cached)\n", missing},
      // Quiet.
      {"visited", k_go, "ok  \texample.com/r/lengths\t0.002s\n", ""},
      {"visited, without tests", k_go,
       "ok  \texample.com/r/cmd\t0.002s\n?   \texample.com/r/lengths\t[no test files]\n", ""},
      {"one of two", k_go + edited("other/o.go", "var a = 1", "var a = 2"), "ok  \texample.com/r/other\t0.002s\n", ""},
      {"in the root", edited("a.go", "var a = 1", "var a = 2"), "ok  \texample.com/r\t0.002s\n", ""},
      {"another module", edited("services/api/h.go", "var a = 1", "var a = 2"), "ok  \tcompany.com/api\t0.002s\n", ""},
      {"no packages are named", k_go, "--- PASS: TestSpan (0.00s)\nPASS\n", ""},
  });
}

TEST(LogFit, WhatSomebodySaysIsNoLog) {
  const auto positive = [](std::string_view log) {
    TextSource diff_source(k_python), log_source(log);
    auto change = read_change(diff_source);
    Inputs inputs;
    inputs.task = "Add margin.";
    inputs.change = change->get();
    inputs.verify_logs = &log_source;
    return judge(inputs)->has_positive;
  };
  EXPECT_FALSE(positive("I ran pytest locally and all tests passed."));
  EXPECT_FALSE(positive("We've run the suite: all tests passed."));
  EXPECT_TRUE(positive("all tests passed"));
  EXPECT_TRUE(positive("I ran pytest locally:\n3 passed in 0.01s\n"));
}

}  // namespace
}  // namespace assay::judge
