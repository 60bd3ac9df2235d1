#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/runners/reading_test.h"

namespace assay::logs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Playwright, PassingAndFailing) {
  auto r = read_lines(R"(
Running 2 tests using 1 worker

  ✓  1 [chromium] › a.spec.ts:2:29 › auth › denies guest (3ms)
Error: expected
  ✓  2 [chromium] › a.spec.ts:2:59 › auth › returns 2 errors (2ms)

  2 passed (812ms)
)");
  EXPECT_THAT(r.signals(), ElementsAre("pass@8"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("[chromium] › a.spec.ts:2:29 › auth › denies guest",
                                                    "[chromium] › a.spec.ts:2:59 › auth › returns 2 errors"));
  r = read_lines(R"(Running 3 tests using 1 worker
  ✘  2 a.spec.ts:2:59 › auth › fails here (7ms)
  ✘  3 a.spec.ts:2:59 › auth › fails here (retry #1) (10ms)

  1) a.spec.ts:2:59 › auth › fails here ──────

    Error: expect(received).toBe(expected) // Object.is equality

  1 failed
    a.spec.ts:2:59 › auth › fails here ──────
  2 skipped
  2 passed (2.9s)
)");
  EXPECT_THAT(r.signals(), ElementsAre("failure@10", "failure@12", "skipped@12"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("a.spec.ts:2:59 › auth › fails here"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 2, .failed = 1, .skipped = 2}));
}

TEST(Playwright, WhatPassesOnRetryIsFlakyAndAnExpectedFailureIsNone) {
  auto r = read_lines(R"(Running 2 tests using 1 worker
  ✘  1 a.spec.ts:2:1 › flaky one (23ms)
  ✓  2 a.spec.ts:2:1 › flaky one (retry #1) (13ms)
  1 flaky
    a.spec.ts:2:1 › flaky one ──────
  1 passed (3.0s)
)");
  EXPECT_THAT(r.signals(), ElementsAre("flaky@6", "pass@6"));
  EXPECT_THAT(r.names(Outcome::failed), IsEmpty());
  r = read_lines(
      "Running 1 test using 1 worker\n  ✘  1 a.spec.ts:2:160 › auth › expected to fail (12ms)\n  1 passed (1s)\n");
  EXPECT_THAT(r.signals(), ElementsAre("pass@3"));
}

TEST(Playwright, EmptyRunsAndLogsThatEndEarly) {
  EXPECT_THAT(read_lines("Error: No tests found.\n").signals(), ElementsAre("not_run@1"));
  const auto r = read_lines("Running 2 tests using 1 worker\n  ✘  1 a.spec.ts:2:1 › auth › boom (23ms)\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@2", "warning@1"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("a.spec.ts:2:1 › auth › boom"));
  EXPECT_THAT(read_lines("Running 3 tests using 1 worker\n  3 skipped\n").signals(), ElementsAre("zero_tests@2"));
}

TEST(Cypress, TheClosingTable) {
  auto r = read_lines(R"(  (Run Starting)
  auth
    ✓ denies guest (123ms)

  1 passing (1s)

  (Run Finished)

  │ ✔  auth.cy.js                               00:01        1        1        -        -        - │
    ✔  All specs passed!                        00:01        1        1        -        -        -
)");
  EXPECT_THAT(r.signals(), testing::UnorderedElementsAre("pass@5", "pass@10"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("denies guest", "auth.cy.js"));
  r = read_lines(R"(  (Run Finished)

       Spec                                              Tests  Passing  Failing  Pending  Skipped
  │ ✔  login-failure.cy.ts                      00:03        4        4        -        -        - │
    ✔  All specs passed!                        00:03        4        4        -        -        -
)");
  EXPECT_THAT(r.signals(), ElementsAre("pass@5"));
  EXPECT_THAT(r.unclaimed, IsEmpty());
  EXPECT_THAT(read_lines("  │ Passing:      2        │\n  │ Failing:      1        │\n").signals(),
              ElementsAre("failure@2"));
  r = read_lines(R"(  │ ✖  bad.cy.js                                00:01        3        1        1        1        - │
    ✖  1 of 2 failed (50%)                      00:05        3        1        1        1        -
)");
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("bad.cy.js"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 1, .failed = 1, .skipped = 1}));
}

}  // namespace
}  // namespace assay::logs
