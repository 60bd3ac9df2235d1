#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/runners/reading_test.h"

namespace assay::logs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CargoTest, SeveralTargetsOneOfThemEmpty) {
  const auto r = read_lines(R"(     Running unittests src/lib.rs (target/debug/deps/good-c79654e779af9552)

running 3 tests
test tests::auth::denies_guest ... ok
test tests::returns_error_failed ... ok
test tests::slow ... ignored, slow

test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.13s

   Doc-tests good

running 0 tests

test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
)");
  EXPECT_THAT(r.signals(), ElementsAre("pass@8"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("tests::auth::denies_guest", "tests::returns_error_failed"));
  EXPECT_THAT(r.names(Outcome::skipped), ElementsAre("tests::slow"));
  ASSERT_EQ(r.facts.runs.total(), 2u);
  EXPECT_EQ(r.facts.runs.items()[0].first_line, 1u);
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 2}));
  EXPECT_THAT(r.unclaimed, IsEmpty());
}

TEST(CargoTest, FailuresWithTheirExplanation) {
  const auto r = read_lines(R"(running 2 tests
test tests::ok ... ok
test tests::bad ... FAILED

failures:
    tests::bad

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.17s

error: test failed, to rerun pass `--lib`
)");
  EXPECT_THAT(r.signals(), ElementsAre("failure@3", "failure@8", "failure@10"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("tests::bad"));
  EXPECT_EQ(r.facts.named.items()[1].at.line, 3u);
  EXPECT_EQ(r.facts.named.items()[1].at.begin, 5u);
}

TEST(CargoTest, DocTestsAndQuietOutput) {
  auto r = read_lines("test src/lib.rs - f (line 1) ... FAILED\nerror: doctest failed, to rerun pass `--doc`\n");
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("src/lib.rs - f (line 1)"));
  r = read_lines("running 2 tests\ntests::bad --- FAILED\n");
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("tests::bad"));
}

TEST(CargoTest, ShortenedLogs) {
  EXPECT_THAT(read_lines("test result: ok. 31 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out\n").signals(),
              ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("test parser::empty ... FAILED\n1 failed; 12 passed\n").signals(),
              ElementsAre("failure@1", "failure@2"));
  EXPECT_THAT(read_lines("error: 2 targets failed:\n    `--lib`\n").signals(), ElementsAre("failure@1"));
}

TEST(CargoTest, PassedTestsAloneAreEvidenceUnlessTheTargetNeverEnded) {
  EXPECT_THAT(read_lines("test auth::denies_guest ... ok\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("running 4 tests\ntest auth::denies_guest ... ok\n").signals(), IsEmpty());
}

TEST(CargoTest, NothingRunInAnyTargetIsZeroTests) {
  EXPECT_THAT(
      read_lines("test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 4 filtered out; finished in 0.00s\n"
                 "test result: ok. 0 passed; 0 failed; 1 ignored; 0 measured; 1 filtered out; finished in 0.00s\n")
          .signals(),
      ElementsAre("zero_tests@2"));
}

TEST(Nextest, ResultsRetriesAndSummary) {
  auto r = read_lines(R"(    Starting 4 tests across 2 binaries
        PASS [   0.003s] mycrate tests::auth::denies_guest
        FAIL [   0.004s] mycrate tests::bad
     Summary [   0.012s] 2 tests run: 1 passed, 1 failed, 1 skipped
        FAIL [   0.004s] mycrate tests::bad
error: test run failed
)");
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("mycrate tests::auth::denies_guest"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("mycrate tests::bad"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 1, .failed = 1}));
  EXPECT_THAT(r.signals(), ElementsAre("failure@3", "failure@4", "failure@6"));
  r = read_lines(R"(  TRY 1 FAIL [   0.004s] mycrate tests::sometimes
  TRY 2 PASS [   0.003s] mycrate tests::sometimes
     Summary [   0.012s] 3 tests run: 3 passed (1 flaky), 0 skipped
   FLAKY 2/2 [   0.003s] mycrate tests::sometimes
)");
  EXPECT_THAT(r.signals(), ElementsAre("flaky@3", "pass@3"));
  EXPECT_THAT(read_lines("     Summary [   0.000s] 0 tests run: 0 passed, 4 skipped\n").signals(),
              ElementsAre("zero_tests@1"));
  EXPECT_THAT(
      read_lines(
          "     SIGSEGV [   0.1s] mycrate tests::crash\n     Summary [   0.2s] 1/3 tests run: 0 passed, 1 failed\n")
          .names(Outcome::failed),
      ElementsAre("mycrate tests::crash"));
}

}  // namespace
}  // namespace assay::logs
