#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/runners/reading_test.h"

namespace assay::logs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Jest, PassingWithOutputOfTheTests) {
  const auto r = read_lines(R"(  console.error
    Error: expected failure on stderr

PASS test/auth.test.js (5.2 s)
  auth
    ✓ denies guest (2 ms)
    ✓ returns 2 errors (13 ms)

Test Suites: 1 passed, 1 total
Tests:       2 passed, 2 total
Snapshots:   0 total
)");
  EXPECT_THAT(r.signals(), ElementsAre("pass@10"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("test/auth.test.js", "denies guest", "returns 2 errors"));
  ASSERT_EQ(r.facts.runs.total(), 1u);
  EXPECT_EQ(r.facts.runs.items()[0].first_line, 1u);
  EXPECT_EQ(r.facts.named.items()[1].runner, Runner::jest);
}

TEST(Jest, FailingSkippedAndTodo) {
  const auto r = read_lines(R"(FAIL j/mixed/a.test.js
  ✓ top
  auth
    ✕ fails here (2 ms)
    ○ skipped skipped one
    ✎ todo later

  ● auth › fails here

    expect(received).toBe(expected) // Object.is equality

Test Suites: 1 failed, 1 passed, 2 total
Tests:       1 failed, 1 skipped, 1 todo, 4 passed, 7 total
)");
  EXPECT_THAT(r.signals(), ElementsAre("failure@1", "failure@4", "failure@8", "failure@13", "skipped@13", "todo@13"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("j/mixed/a.test.js", "fails here", "auth › fails here"));
  EXPECT_THAT(r.names(Outcome::skipped), ElementsAre("skipped one", "later"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 4, .failed = 1, .skipped = 1, .todo = 1}));
}

TEST(Jest, ASuiteThatDoesNotLoadFails) {
  const auto r = read_lines(R"(FAIL j/crash/c.test.js
  ● Test suite failed to run

Test Suites: 1 failed, 1 total
Tests:       0 total
)");
  EXPECT_THAT(r.signals(), ElementsAre("failure@1", "failure@2", "failure@5"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.errors = 1}));
}

TEST(Jest, NothingToRun) {
  EXPECT_THAT(read_lines("No tests found, exiting with code 1\n").signals(), ElementsAre("failure@1", "zero_tests@1"));
  EXPECT_THAT(read_lines("No tests found, exiting with code 0\n").signals(), ElementsAre("zero_tests@1"));
  EXPECT_THAT(read_lines("Test Suites: 1 skipped, 0 of 1 total\nTests:       1 skipped, 1 total\n").signals(),
              ElementsAre("zero_tests@2"));
}

TEST(Jest, ObsoleteSnapshotsAndMissedCoverage) {
  EXPECT_THAT(read_lines("Tests:       3 passed, 3 total\nSnapshots:   1 obsolete, 1 passed, 1 total\n").signals(),
              ElementsAre("warning@2", "pass@1"));
  EXPECT_THAT(read_lines("Jest: \"global\" coverage threshold for lines (99%) not met: 66.66%\n").signals(),
              ElementsAre("failure@1"));
}

TEST(Jest, CountsInAnyOrderAndAlone) {
  EXPECT_THAT(read_lines("Tests: 3 passed, 2 skipped, 1 failed, 6 total\n").signals(),
              ElementsAre("failure@1", "skipped@1"));
  EXPECT_THAT(read_lines("Tests:  9 passed\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("Test Suites: 1 failed, 1 total\n").signals(), ElementsAre("failure@1"));
}

TEST(Jest, FilesAloneAreEvidence) {
  EXPECT_THAT(read_lines("PASS src/auth.test.ts\nPASS src/b.test.ts\n").signals(), ElementsAre("pass@2"));
  EXPECT_THAT(read_lines("PASS src/auth.test.ts\nFAIL src/b.test.ts\n").signals(), ElementsAre("failure@2"));
}

TEST(Jest, TwoRunsAreTwo) {
  const auto r = read_lines("Tests:       3 passed, 3 total\n\nTests:       1 failed, 1 total\n");
  EXPECT_EQ(r.facts.runs.total(), 2u);
  EXPECT_THAT(r.signals(), ElementsAre("failure@3", "pass@1"));
}

TEST(Vitest, PassingWithStderrOfATest) {
  const auto r = read_lines(R"( RUN  v4.1.12 /repo

stderr | auth.test.js > auth > guard > returns 2 errors
Error: expected failure on stderr

 ✓ auth.test.js (2 tests) 3ms
 ✓ marks the goal failed when the pipeline throws 317ms

 Test Files  1 passed (1)
      Tests  2 passed (2)
   Duration  175ms
)");
  EXPECT_THAT(r.signals(), ElementsAre("pass@10"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("auth.test.js", "marks the goal failed when the pipeline throws"));
  EXPECT_EQ(r.facts.runs.items()[0].first_line, 1u);
  EXPECT_THAT(r.unclaimed, ElementsAre("Error: expected failure on stderr"));
}

TEST(Vitest, Failing) {
  const auto r = read_lines(R"( RUN  v4.1.12 /repo

 ❯ a.test.js (5 tests | 1 failed | 1 skipped | 1 todo) 8ms
     ✓ denies guest 1ms
     × fails here 5ms
     ↓ skipped one
 FAIL  a.test.js > auth > fails here
 Test Files  1 failed | 1 passed (2)
      Tests  1 failed | 4 passed | 1 skipped | 1 todo (7)
)");
  EXPECT_THAT(r.signals(), ElementsAre("failure@3", "failure@5", "failure@7", "failure@9", "skipped@9", "todo@9"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("a.test.js", "fails here", "a.test.js > auth > fails here"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 4, .failed = 1, .skipped = 1, .todo = 1}));
}

TEST(Vitest, BrokenFilesEmptyRunsAndUnhandledErrors) {
  EXPECT_THAT(
      read_lines(" FAIL  c.test.js [ c.test.js ]\n Test Files  1 failed (1)\n      Tests  no tests\n").signals(),
      ElementsAre("failure@1", "failure@3"));
  EXPECT_THAT(read_lines("No test files found, exiting with code 1\n").signals(),
              ElementsAre("failure@1", "zero_tests@1"));
  EXPECT_THAT(read_lines(" Test Files  1 skipped (1)\n      Tests  1 skipped (1)\n").signals(),
              ElementsAre("zero_tests@2"));
  EXPECT_THAT(read_lines(" Test Files  1 passed (1)\n      Tests  1 passed (1)\n     Errors  1 error\n").signals(),
              ElementsAre("failure@3", "pass@2"));
  EXPECT_THAT(read_lines("Vitest caught 1 unhandled error during the test run.\n").signals(), ElementsAre("failure@1"));
}

TEST(Vitest, RetriedTestsAreFlaky) {
  EXPECT_THAT(
      read_lines(" RUN  v4.1.12 /repo\n ✓ r.test.js > flaky one 8ms (retry x1)\n      Tests  1 passed (1)\n").signals(),
      ElementsAre("flaky@2", "pass@3"));
}

TEST(Vitest, LinesAloneAndSqueezed) {
  EXPECT_THAT(read_lines("Tests 9 passed\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines(" Test Files 31 passed (31)\n Tests 291 passed (291)\n").signals(), ElementsAre("pass@2"));
  EXPECT_THAT(read_lines("Tests are fine\nTests 3 things at once\n").signals(), IsEmpty());
}

}  // namespace
}  // namespace assay::logs
