#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/runners/js_names.h"
#include "logs/runners/reading_test.h"

namespace assay::logs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(NodeTest, PassingWithNamesThatSpeakOfFailure) {
  const auto r = read_lines(R"(✔ stops fallback for provider-blocked failures unless the provider opts in (368.120834ms)
✔ returns exit code 2 for blocked build results (30.516458ms)
ℹ tests 44
ℹ pass 44
ℹ fail 0
)");
  EXPECT_THAT(r.signals(), ElementsAre("pass@5"));
  EXPECT_THAT(r.names(Outcome::passed),
              ElementsAre("stops fallback for provider-blocked failures unless the provider opts in",
                          "returns exit code 2 for blocked build results"));
  EXPECT_EQ(r.facts.named.items()[0].runner, Runner::node_test);
  EXPECT_EQ(r.facts.runs.items()[0].first_line, 1u);
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 44}));
  EXPECT_THAT(r.unclaimed, IsEmpty());
}

TEST(NodeTest, FailingCancelledSkippedAndTodo) {
  const auto r = read_lines(R"(▶ auth
  ✔ denies guest (0.6ms)
  ✖ fails here (0.878821ms)
  ﹣ skipped one (0.1ms) # SKIP
  ✖ todo failing (1.08097ms) # TODO
✖ auth (4.092527ms)
ℹ tests 8
ℹ suites 1
ℹ pass 1
ℹ fail 2
ℹ cancelled 1
ℹ skipped 2
ℹ todo 2
ℹ duration_ms 95.145971

✖ failing tests:

test at n/mixed.test.mjs:2:56
✖ fails here (0.878821ms)
)");
  EXPECT_THAT(r.signals(), ElementsAre("failure@3", "failure@6", "failure@14", "skipped@14", "todo@14"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("fails here", "auth"));
  EXPECT_THAT(r.names(Outcome::skipped), ElementsAre("skipped one", "todo failing"));
  const auto& run = r.facts.runs.items()[0];
  EXPECT_EQ(run.counts, (Counts{.passed = 1, .failed = 2, .errors = 1, .skipped = 2, .todo = 2}));
  EXPECT_EQ(run.first_line, 1u);
  EXPECT_GT(run.last_line, 19u);
  EXPECT_EQ(r.facts.failures.items()[0].rule, "log.node_test.failed");
}

TEST(NodeTest, ACancelledTestAloneFails) {
  EXPECT_THAT(read_lines("ℹ pass 3\nℹ fail 0\nℹ cancelled 1\nℹ duration_ms 5\n").signals(), ElementsAre("failure@4"));
}

TEST(NodeTest, ACrossBesideACheerfulSummaryIsAFailure) {
  const auto r = read_lines("✖ fails here (0.8ms)\nℹ pass 3\nℹ fail 0\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@1", "pass@3"));
  EXPECT_EQ(r.facts.failures.items()[0].runner, Runner::node_test);
}

TEST(NodeTest, NothingRun) {
  EXPECT_THAT(read_lines("﹣ sk (0.9ms) # SKIP\nℹ tests 1\nℹ pass 0\nℹ fail 0\nℹ skipped 1\n").signals(),
              ElementsAre("zero_tests@5"));
  EXPECT_THAT(read_lines("Could not find '/repo/nofile.js'\n").signals(), ElementsAre("not_run@1"));
}

TEST(NodeTest, OtherInformationIsNotACount) {
  EXPECT_THAT(read_lines("ℹ Building client\nℹ pass the salt\n").facts.runs.items(), IsEmpty());
}

TEST(Mocha, PassingPendingFailing) {
  auto r = read_lines(R"(

  auth
    guard
      ✔ denies guest
Error: expected failure on stderr
      ✔ returns 2 errors (51ms)


  2 passing (54ms)
)");
  EXPECT_THAT(r.signals(), ElementsAre("pass@10"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 2}));
  EXPECT_LE(r.facts.runs.items()[0].first_line, 5u);
  r = read_lines(R"(  auth
    ✔ denies guest
    1) fails here
    - skipped one
    hooks
      2) "before all" hook for "never"


  1 passing (4ms)
  2 pending
  2 failing

  1) auth
       fails here:

      AssertionError [ERR_ASSERTION]: 1 == 2
)");
  EXPECT_THAT(r.signals(), ElementsAre("failure@3", "failure@6", "failure@11", "skipped@11"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("fails here", "\"before all\" hook for \"never\""));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 1, .failed = 2, .skipped = 2}));
  EXPECT_GT(r.facts.runs.items()[0].last_line, 15u);
}

TEST(Mocha, NothingRunOrNothingLoaded) {
  EXPECT_THAT(read_lines("  0 passing (1ms)\n").signals(), ElementsAre("zero_tests@1"));
  EXPECT_THAT(read_lines("  0 passing (1ms)\n  1 pending\n").signals(), ElementsAre("zero_tests@2"));
  EXPECT_THAT(read_lines(" Exception during run: Error: Cannot find module './nosuch'\n").signals(),
              ElementsAre("failure@1"));
  EXPECT_THAT(read_lines("Error: No test files found: \"spec\"\n").signals(), ElementsAre("not_run@1"));
}

TEST(Mocha, NumberedProseIsNoFailedTest) {
  const auto r = read_lines("  1) Install the package\n  2) Run it\n\n  3 passing (4ms)\n");
  EXPECT_THAT(r.signals(), ElementsAre("pass@4"));
  EXPECT_THAT(r.names(Outcome::failed), IsEmpty());
}

TEST(Ava, PassingFailingAndUncaught) {
  auto r = read_lines("  ✔ denies guest\n  ✔ returns 2 errors\n  ─\n\n  2 tests passed\n");
  EXPECT_THAT(r.signals(), ElementsAre("pass@5"));
  EXPECT_EQ(r.facts.named.items()[0].runner, Runner::ava);
  r = read_lines(R"(
  - [skip] sk
  ✔ denies guest
  ✘ [fail]: fails here
  ✔ [expected fail] known
  ─

  1 test failed
  1 known failure
  1 test skipped
  1 test todo
)");
  EXPECT_THAT(r.signals(), ElementsAre("failure@4", "failure@11", "skipped@11", "todo@11"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("fails here"));
  EXPECT_THAT(read_lines("  1 test passed\n  1 uncaught exception\n").facts.runs.items()[0].counts,
              (Counts{.passed = 1, .errors = 1}));
}

TEST(Ava, NothingRun) {
  EXPECT_THAT(read_lines("  ✘ No tests found in av/none.test.mjs\n").signals(), ElementsAre("failure@1"));
  EXPECT_THAT(read_lines("  ✘ Couldn’t find any files to test\n").signals(), ElementsAre("failure@1"));
  EXPECT_THAT(read_lines("  1 test skipped\n").signals(), ElementsAre("zero_tests@1"));
}

TEST(Marks, WithoutAnySummary) {
  EXPECT_THAT(read_lines("✔ reports failure details to callers (12ms)\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("✖ rejects bad token (3ms)\n").signals(), ElementsAre("failure@1"));
  EXPECT_THAT(read_lines("✖ nothing to do with tests\n").signals(), IsEmpty());
  EXPECT_THAT(read_lines("✔ Preparing\n").signals(), IsEmpty());
}

TEST(Marks, TheNameAlone) {
  EXPECT_EQ(bare_name("returns 2 errors (13 ms)"), "returns 2 errors");
  EXPECT_EQ(bare_name("test/a.test.ts (7 tests | 1 skipped) 12ms"), "test/a.test.ts");
  EXPECT_EQ(bare_name("waits 30s"), "waits");
  EXPECT_EQ(bare_name("r.test.js > flaky one 8ms (retry x1)"), "r.test.js > flaky one");
  EXPECT_EQ(bare_name("reason skip (0.12ms) # no network"), "reason skip");
  EXPECT_EQ(bare_name("handles # in names"), "handles # in names");
  EXPECT_EQ(bare_name("takes (optional) arguments"), "takes (optional) arguments");
}

}  // namespace
}  // namespace assay::logs
