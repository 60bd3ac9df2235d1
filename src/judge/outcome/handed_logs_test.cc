// What a log that was handed over says besides how it ended: earlier runs, output of tests, checks left out.
#include <gtest/gtest.h>

#include "base/text.h"
#include "judge/outcome/log_rules.h"
#include "logs/reading/reader.h"

namespace assay::judge {
namespace {

// "must_fix log.pytest.failed; note …": the gravest first.
std::string heard(std::string_view log, std::string_view task = "Accept long lines.") {
  std::vector<model::Finding> found;
  judge_log(logs::read_log_text(log), view_task(task), found);
  std::string out;
  for (const auto& finding : found)
    out += cat(out.empty() ? "" : "; ", model::name(finding.severity), " ", finding.rule);
  return out;
}

bool blocks(std::string_view log, std::string_view task = "Accept long lines.") {
  return contains(heard(log, task), "must_fix");
}

constexpr std::string_view k_red_pytest =
    "F..                                                                      [100%]\n"
    "____ test_slug ____\n"
    "    def test_slug():\n"
    ">       assert slug(\"a b\") == \"a-b\"\n"
    "E       AssertionError: assert 'a b' == 'a-b'\n"
    "FAILED tests/test_slug.py::test_slug - AssertionError\n"
    "1 failed, 2 passed in 0.04s\n";
constexpr std::string_view k_compile_error =
    "   Compiling slug v0.1.0 (/repo)\nerror[E0425]: cannot find value `dash` in this scope\n --> src/lib.rs:9:20\n"
    "error: could not compile `slug` (lib) due to previous error\n";
constexpr std::string_view k_green_cargo =
    "running 2 tests\ntest tests::dash ... ok\ntest tests::plain ... ok\n\ntest result: ok. 2 passed; 0 failed; 0 "
    "ignored; 0 measured; 0 filtered out; finished in 0.00s\n";

TEST(HandedLogs, OnlyTheLastRunOfACommandCounts) {
  const auto twice = [](std::string_view command, std::string_view first, std::string_view second) {
    return cat("$ ", command, "\n", first, "\n$ ", command, "\n", second);
  };
  EXPECT_FALSE(blocks(twice("pytest -q", k_red_pytest, "...   [100%]\n3 passed in 0.03s\n")));
  EXPECT_FALSE(blocks(twice("cargo test", k_compile_error, k_green_cargo)));
  EXPECT_FALSE(blocks(twice("./gradlew test",
                            "> Task :compileKotlin FAILED\n\ne: file:///repo/src/Queue.kt:12:9 Unresolved reference: "
                            "head\n\nBUILD FAILED in 3s\n",
                            "> Task :test\n\nQueueTest > takes the oldest() PASSED\n\nBUILD SUCCESSFUL in 5s\n")));
  EXPECT_FALSE(blocks(twice("bats --tap test/", "1..2\nok 1 keeps three\nnot ok 2 refuses\n#   `false' failed\n",
                            "1..2\nok 1 keeps three\nok 2 refuses\n")));
  EXPECT_FALSE(blocks(cat("+ pytest -q\n", k_red_pytest, "+ pytest -q\n3 passed in 0.03s\n")));
  EXPECT_FALSE(blocks(cat("##[group]Run pytest -q\n", k_red_pytest, "##[group]Run pytest -q\n3 passed in 0.03s\n")));
}

TEST(HandedLogs, ARedRunThatNothingMakesGood) {
  const std::string red = cat("$ pytest -q\n", k_red_pytest);
  EXPECT_TRUE(blocks(cat(red, "$ pytest -q -k 'not slug'\n3 passed in 0.03s\n"))) << "another command";
  EXPECT_TRUE(blocks(cat(red, "$ pytest -q\n2 passed in 0.03s\n"))) << "fewer tests";
  EXPECT_TRUE(blocks(cat("$ pytest -q\n3 passed in 0.03s\n", red))) << "red at the end";
  EXPECT_TRUE(blocks(cat(red, "$ pytest -q\n"))) << "the log ends there";
  EXPECT_TRUE(blocks(cat("$ cargo test\n", k_compile_error, "$ cargo test plain\n", k_green_cargo)));
  EXPECT_TRUE(blocks(cat(k_red_pytest, "$ pytest -q\n3 passed in 0.03s\n"))) << "nobody says what ran first";
}

TEST(HandedLogs, WhatPassingTestsPrint) {
  for (const std::string_view log : {
           "$ python -m unittest -v\ntest_bad (test_feed.FeedTest) ... Traceback (most recent call last):\n  File "
           "\"feed.py\", line 14, in read\nValueError: invalid literal\nERROR:feed:line 3 is broken\nok\ntest_good "
           "(test_feed.FeedTest) ... ok\n\n------\nRan 2 tests in 0.004s\n\nOK\n",
           "$ mix test\n\n10:14:22.031 [error] GenServer Feed.Worker terminating\n** (RuntimeError) connection "
           "refused\n    (feed 0.1.0) lib/worker.ex:21: Feed.handle_info/2\n..\nFinished in 0.05 seconds\n4 tests, 0 "
           "failures\n",
           "$ go test -v ./...\n=== RUN   TestSummary\n    summary_test.go:31: \n        --- FAIL: TestAdd (0.00s)\n   "
           "         add_test.go:9: got 4\n--- PASS: TestSummary (0.00s)\nPASS\nok  \texample.com/summary\t0.006s\n",
           "$ make check\ncc -o t_conf t_conf.c conf.c\n./t_conf\nbad.conf:3:7: error: unknown key 'colour'\nerror: "
           "cannot open /nowhere\n4 passed, 0 failed\n",
       })
    EXPECT_FALSE(blocks(log)) << log << heard(log);
}

TEST(HandedLogs, WhatNoPassingTestPrinted) {
  for (const std::string_view log : {
           "$ make check\nconf.c:3:7: error: unknown type name 'strng'\nmake: *** [Makefile:4: t_conf] Error "
           "1\n./t_conf\n4 Tests 0 Failures 0 Ignored\nOK\n",
           "$ python tool.py\nTraceback (most recent call last):\n  File \"tool.py\", line 3\nValueError: x\n$ python "
           "-m "
           "unittest\nRan 2 tests in 0.004s\n\nOK\n",
           "$ go test -v ./...\n=== RUN   TestA\n=== RUN   TestA/sub\n--- FAIL: TestA (0.00s)\n    --- FAIL: TestA/sub "
           "(0.00s)\nFAIL\nFAIL\texample.com/a\t0.01s\n",
           "$ mix test\n** (Mix) could not compile dependency\n$ mix test test/a_test.exs\n1 test, 0 failures\n",
           "    --- FAIL: TestA (0.00s)\n        a_test.go:3: got 4\n",
       })
    EXPECT_TRUE(blocks(log)) << log << heard(log);
}

TEST(HandedLogs, ChecksLeftOutForAReason) {
  const std::string_view green = "$ pytest\n=== 4 passed in 0.10s ===\n";
  for (const std::string_view line :
       {"e2e tests not run because PLAYWRIGHT_URL is not set\n", "shfmt not found; format check was not run\n",
        "Integration tests were not run: set DATABASE_URL to run them\n",
        "sh: shellcheck: command not found\nlint skipped because shellcheck is not installed\n"}) {
    EXPECT_TRUE(heard(cat(green, line)).starts_with("should_fix log.")) << line << heard(cat(green, line));
    EXPECT_FALSE(blocks(cat(green, line))) << line;
    EXPECT_TRUE(blocks(line)) << "nothing else ran: " << line;
  }
  EXPECT_TRUE(
      blocks(cat(green, "e2e tests not run because PLAYWRIGHT_URL is not set\n"), "Add an e2e test of the cart."));
  EXPECT_TRUE(blocks(cat(green, "The integration tests were not run\n"))) << "no reason";
  EXPECT_TRUE(blocks(cat(green, "sh: pytest: command not found\n"))) << "nobody says that it is optional";
}

}  // namespace
}  // namespace assay::judge
