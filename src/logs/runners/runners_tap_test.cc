#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/runners/reading_test.h"

namespace assay::logs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Tap, PassingWithAPlanAtTheEnd) {
  const auto r = read_lines(
      "TAP version 13\n# auth denies guest\nok 1 error is returned\nok 2 - second\n\n1..2\n# tests 2\n# pass  2\n\n# "
      "ok\n");
  EXPECT_THAT(r.signals(), ElementsAre("pass@8"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("error is returned", "second"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 2}));
}

TEST(Tap, AdviceOfBatsIsNoFailure) {
  const auto r = read_lines(
      "1..1\nok 1 one\n\nThe following warnings were encountered during tests:\nBW01: `run`'s command "
      "`nosuchcommand_x` exited with code 127, indicating 'Command not found'. Use run's return code checks, e.g. `run "
      "-127`, to fix this message.\n      (from function `run' in file /usr/lib/bats-core/test_functions.bash, line "
      "290,\n"
      "       in test file test/a.bats, line 2)\n");
  EXPECT_THAT(r.signals(), ElementsAre("pass@2"));
}

TEST(Tap, FailedSkippedAndTodo) {
  const auto r = read_lines(R"(1..5
ok 1 - fine
not ok 2 - numbers
  ---
  message: 'Error: 1 != 2'
  ...
ok 3 - later # SKIP no network
not ok 4 - someday # TODO not written
ok 5
)");
  EXPECT_THAT(r.signals(), ElementsAre("failure@3", "failure@9", "skipped@9", "todo@9"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("numbers"));
  EXPECT_THAT(r.names(Outcome::skipped), ElementsAre("later", "someday"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 2, .failed = 1, .skipped = 1, .todo = 1}));
}

TEST(Tap, FewerResultsThanPlannedIsAFailure) {
  auto r = read_lines("1..5\nok 1 - a\nok 2 - b\nok 3 - c\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@4", "failure@4"));
  EXPECT_EQ(r.facts.failures.items()[0].rule, "log.tap.plan");
  r = read_lines("TAP version 14\nok 1 - a\n1..2\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@3", "failure@3"));
  r = read_lines("ok 4 - d\nok 5 - e\n1..5\n");  // the head of the log is missing
  EXPECT_THAT(r.signals(), ElementsAre("pass@3"));
}

TEST(Tap, SubtestsFailWithTheirParents) {
  const auto r = read_lines(R"(TAP version 14
# Subtest: auth
    ok 1 - denies guest
    # Subtest: inner
        not ok 1 - should be equal
        1..1
    not ok 2 - inner # time=22ms
    1..2
not ok 1 - auth # time=28ms
ok 2 - other
1..2
)");
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("should be equal", "inner", "auth"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("denies guest", "other"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 1, .failed = 1}));
}

TEST(Tap, ASubtestShortOfItsPlan) {
  const auto r = read_lines("# Subtest: auth\n    1..3\n    ok 1 - a\nok 1 - auth\n1..1\n");
  EXPECT_EQ(r.facts.failures.items()[0].rule, "log.tap.plan");
}

TEST(Tap, BailOut) {
  const auto r = read_lines("1..3\nok 1 - a\nBail out! Database gone\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@3", "failure@3"));
  EXPECT_EQ(r.facts.failures.items()[0].rule, "log.tap.bail-out");
}

TEST(Tap, NothingRun) {
  EXPECT_THAT(read_lines("TAP version 13\n1..0\n# tests 0\n# pass 0\n# fail 0\n").signals(),
              ElementsAre("zero_tests@5"));
  EXPECT_THAT(read_lines("1..0 # SKIP no database\n").signals(), ElementsAre("zero_tests@1"));
  EXPECT_THAT(read_lines("ok 1 - a # SKIP\n1..1\n").signals(), ElementsAre("zero_tests@2"));
}

TEST(Tap, StreamsOneAfterTheOtherAreRunsOfTheirOwn) {
  const auto r = read_lines("1..1\nok 1 - a\n1..1\nnot ok 1 - b\n");
  EXPECT_EQ(r.facts.runs.total(), 2u);
  EXPECT_THAT(r.signals(), ElementsAre("failure@4", "failure@4", "pass@2"));
}

TEST(Tap, OneLineAloneAndProse) {
  EXPECT_THAT(read_lines("not ok 3 - rejects bad token\n").signals(), ElementsAre("failure@1", "failure@1"));
  EXPECT_THAT(read_lines("ok 3 files written\nlook 2 up\npages 1..20\n").facts.runs.items(), IsEmpty());
}

TEST(Tap, TheSumOfProveCountsItsTestsAndNamesItsFiles) {
  const auto r = read_lines(
      "t/backup.t .. ok\nt/gzip.t .... ok\nAll tests successful.\nFiles=2, Tests=6,  1 wallclock secs ( 0.02 usr )\n"
      "Result: PASS\n");
  ASSERT_EQ(r.facts.runs.total(), 1u);
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 6}));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("t/backup.t", "t/gzip.t"));
}

TEST(Tap, AFileThatFailsUnderProveIsNamed) {
  const auto r = read_lines(
      "t/backup.t .. ok\nt/gzip.t .... \nFailed 3/4 subtests \n\nTest Summary Report\n-------------------\n"
      "t/gzip.t  (Wstat: 0 Tests: 4 Failed: 3)\n  Failed tests:  1-2, 4\nt/crash.t (Wstat: 65280 (exited 255) Tests: 0 "
      "Failed: 0)\n"
      "Files=3, Tests=6,  0 wallclock secs\nResult: FAIL\n");
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("t/gzip.t"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.failed = 3})) << "how many passed is not known";
}

TEST(Tap, DotsInProseAreNoFileOfProve) {
  EXPECT_THAT(read_lines("Loading settings ... ok\nchecking for gcc... ok\nsrc/a .. ok then\n").facts.runs.items(),
              IsEmpty());
}

TEST(Tap, CountsOfTerseNodeTap) {
  EXPECT_THAT(read_lines("# { total: 5, pass: 2, fail: 1, todo: 1, skip: 1 }\n").signals(),
              ElementsAre("failure@1", "skipped@1", "todo@1"));
}

TEST(Tap, TerseProgressOfNodeTap) {
  const auto r = read_lines(R"(Asserts:  0 pass  0 fail  0 of 0 complete
Suites:   0 pass  0 fail  0 of 0 complete
Asserts:  2 pass  0 fail  2 of 2 complete
Suites:   1 pass  0 fail  1 of 1 complete
)");
  EXPECT_THAT(r.signals(), ElementsAre("pass@4"));
  EXPECT_THAT(r.unclaimed, IsEmpty());
}

TEST(LoneTally, CountsAnyToolMayPrint) {
  EXPECT_THAT(read_lines("1 failed; 12 passed\n").signals(), ElementsAre("failure@1"));
  EXPECT_THAT(read_lines("12 passed\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("3 tests, 0 failures\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("0 failures\n").signals(), IsEmpty());
  EXPECT_THAT(read_lines("0 passed, 0 failed\n").signals(), ElementsAre("zero_tests@1"));
  EXPECT_THAT(read_lines("4 passed, 1 skipped, 1 flaky\n").signals(), ElementsAre("skipped@1", "flaky@1", "pass@1"));
  EXPECT_THAT(read_lines("No tests found\n").signals(), ElementsAre("zero_tests@1"));
  EXPECT_THAT(read_lines("2 failed attempts to pass\n").signals(), IsEmpty());
}

}  // namespace
}  // namespace assay::logs
