// dotnet test, ExUnit, swift test, bazel.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/runners/reading_test.h"

namespace assay::logs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Dotnet, OneLineSummaryAndNamedTests) {
  const auto r = read_lines(
      "  Failed App.Tests.AuthTests.DeniesGuest [12 ms]\n"
      "  Passed App.Tests.AuthTests.ReturnsError [< 1 ms]\n"
      "  Skipped App.Tests.AuthTests.Later [1 ms]\n"
      "Failed!  - Failed:     1, Passed:     2, Skipped:     1, Total:     4, Duration: 5 ms - App.Tests.dll "
      "(net8.0)\n");
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("App.Tests.AuthTests.DeniesGuest"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("App.Tests.AuthTests.ReturnsError"));
  EXPECT_THAT(r.names(Outcome::skipped), ElementsAre("App.Tests.AuthTests.Later"));
  EXPECT_THAT(r.signals(), ElementsAre("failure@1", "failure@4", "skipped@4"));
  EXPECT_EQ(first_run(r).counts, (Counts{.passed = 2, .failed = 1, .skipped = 1}));
}

TEST(Dotnet, PassesAndZero) {
  EXPECT_THAT(
      read_lines("Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3, Duration: 5 ms - A.dll\n")
          .signals(),
      ElementsAre("pass@1"));
  EXPECT_THAT(
      read_lines("Skipped! - Failed:     0, Passed:     0, Skipped:     2, Total:     2, Duration: 5 ms - A.dll\n")
          .signals(),
      ElementsAre("zero_tests@1"));
  EXPECT_THAT(read_lines("No test is available in /x/A.dll. Make sure that test discoverer\n").signals(),
              ElementsAre("zero_tests@1"));
}

TEST(Dotnet, CountsOnLinesOfTheirOwn) {
  const auto r =
      read_lines("Test Run Failed.\nTotal tests: 3\n     Passed: 2\n     Failed: 1\n Total time: 1.2 Seconds\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@1", "failure@2"));
  EXPECT_EQ(first_run(r).counts, (Counts{.passed = 2, .failed = 1}));
  EXPECT_THAT(read_lines("Test Run Successful.\nTotal tests: 3\n     Passed: 3\n").signals(), ElementsAre("pass@2"));
}

TEST(Dotnet, TheNewerTerminalOutput) {
  EXPECT_THAT(read_lines("Test summary: total: 3, failed: 1, succeeded: 2, skipped: 0, duration: 1.2s\n"
                         "Build failed with 1 error(s) in 2.1s\n")
                  .signals(),
              ElementsAre("failure@1", "failure@2"));
  EXPECT_THAT(read_lines("Test summary: total: 3, failed: 0, succeeded: 3, skipped: 0, duration: 1.2s\n"
                         "Build succeeded with 2 warning(s) in 3.0s\n")
                  .signals(),
              ElementsAre("warning@2", "pass@1", "pass@2"));
  EXPECT_THAT(read_lines("Test run summary: Failed! - bin/A.dll (net9.0|x64)\n  total: 3\n  failed: 1\n  succeeded: 2\n"
                         "  skipped: 0\n  duration: 1s 20ms\n")
                  .signals(),
              ElementsAre("failure@1"));
  EXPECT_THAT(read_lines("Test run summary: Zero tests ran\n  total: 0\n  failed: 0\n  succeeded: 0\n").signals(),
              ElementsAre("zero_tests@1"));
}

TEST(Dotnet, XunitsOwnLinesAndAborts) {
  const auto r =
      read_lines("[xUnit.net 00:00:00.51]     App.Tests.Adds [FAIL]\n[xUnit.net 00:00:00.51]   Discovered: App\n");
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("App.Tests.Adds"));
  EXPECT_THAT(read_lines("The active test run was aborted. Reason: Test host process crashed\n").signals(),
              ElementsAre("crash@1"));
}

TEST(Dotnet, BuildsAndCompilerErrors) {
  const auto r = read_lines("Build succeeded.\n    0 Warning(s)\n    0 Error(s)\n");
  EXPECT_THAT(r.signals(), ElementsAre("pass@1"));
  EXPECT_THAT(r.unclaimed, IsEmpty());
  EXPECT_THAT(
      read_lines("/x/A.cs(3,5): error CS1002: ; expected [/x/A.csproj]\nBuild FAILED.\n    1 Error(s)\n").signals(),
      ElementsAre("failure@1", "failure@2", "failure@3"));
}

TEST(Exunit, NamesFailuresAndCounts) {
  const auto r = read_lines(
      "Running ExUnit with seed: 110172, max_cases: 4\n"
      "error: guest refused (expected)\n"
      "  1) test admins may do anything (AclTest)\n"
      "     ** (RuntimeError) boom\n"
      "1 doctest, 3 tests, 1 failure, 1 excluded, 1 skipped\n");
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("test admins may do anything (AclTest)"));
  EXPECT_THAT(r.signals(), ElementsAre("failure@3", "failure@5", "skipped@5"));
  EXPECT_EQ(first_run(r).counts, (Counts{.passed = 1, .failed = 1, .skipped = 1}));
}

TEST(Exunit, TraceNamesWhatPassedOnceItIsKnown) {
  const auto r = read_lines(
      "  * test boom (2.8ms) [L#14]\n"
      "  1) test boom (AclTest)\n"
      "  * test error: guests fail to write (0.02ms) [L#4]\n"
      "  * test later (skipped) [L#9]\n"
      "3 tests, 1 failure, 1 skipped\n");
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("test error: guests fail to write"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("test boom (AclTest)"));
  EXPECT_THAT(r.names(Outcome::skipped), ElementsAre("test later"));
}

TEST(Exunit, PassZeroAndMixErrors) {
  EXPECT_THAT(read_lines("2 tests, 0 failures\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("2 tests, 0 failures, 2 excluded\n").signals(), ElementsAre("zero_tests@1"));
  EXPECT_THAT(read_lines("** (Mix) mix format failed due to --check-formatted.\n").signals(), ElementsAre("failure@1"));
  EXPECT_THAT(read_lines("== Compilation error in file lib/w.ex ==\n").signals(), ElementsAre("failure@1"));
}

TEST(Exunit, CompilerWarningsAreOneWarning) {
  EXPECT_THAT(
      read_lines("Compiling 1 file (.ex)\nwarning: variable \"x\" is unused\nwarning: variable \"y\" is unused\n"
                 "2 tests, 0 failures\n")
          .signals(),
      ElementsAre("warning@2", "pass@4"));
}

TEST(SwiftTest, XctestNamesAndCountsTheOutermostSuite) {
  const auto r = read_lines(
      "Test Suite 'All tests' started at 2024-05-01 10:00:00.000.\n"
      "Test Suite 'AuthTests' started at 2024-05-01 10:00:00.000.\n"
      "Test Case 'AuthTests.testDeniesGuest' passed (0.001 seconds)\n"
      "/x/AuthTests.swift:12: error: AuthTests.testLocks : XCTAssertEqual failed: (\"1\") is not equal to (\"2\")\n"
      "Test Case '-[AppTests.AuthTests testLocks]' failed (0.001 seconds).\n"
      "Test Suite 'AuthTests' failed at 2024-05-01 10:00:00.002.\n"
      "\t Executed 2 tests, with 1 failure (0 unexpected) in 0.002 (0.002) seconds\n"
      "Test Suite 'All tests' failed at 2024-05-01 10:00:00.002.\n"
      "\t Executed 2 tests, with 1 failure (0 unexpected) in 0.002 (0.003) seconds\n");
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("AuthTests.testDeniesGuest"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("AppTests.AuthTests testLocks"));
  EXPECT_THAT(r.signals(), ElementsAre("failure@5", "failure@9"));
  EXPECT_EQ(first_run(r).counts, (Counts{.passed = 1, .failed = 1}));
}

TEST(SwiftTest, SwiftTestingBesideAnEmptyXctest) {
  const auto r = read_lines(
      "Test Suite 'All tests' passed at 2024-05-01 10:00:00.002.\n"
      "\t Executed 0 tests, with 0 failures (0 unexpected) in 0.000 (0.001) seconds\n"
      "◇ Test run started.\n"
      "✔ Test deniesGuest() passed after 0.001 seconds.\n"
      "✔ Test \"returns an error\" passed after 0.001 seconds.\n"
      "✔ Test run with 2 tests passed after 0.01 seconds.\n");
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("deniesGuest()", "returns an error"));
  EXPECT_THAT(r.signals(), ElementsAre("pass@6"));
}

TEST(SwiftTest, SwiftTestingFailures) {
  const auto r = read_lines(
      "✘ Test locks() recorded an issue at AuthTests.swift:12:5: Expectation failed: (a → 1) == 2\n"
      "✘ Test locks() failed after 0.001 seconds with 1 issue.\n"
      "✘ Test run with 3 tests in 1 suite failed after 0.002 seconds with 1 issue.\n");
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("locks()"));
  EXPECT_THAT(r.signals(), ElementsAre("failure@2", "failure@3"));
  EXPECT_EQ(first_run(r).counts, (Counts{.passed = 2, .failed = 1}));
}

TEST(SwiftTest, NothingAtAllIsNoPassAndSkippedIsSeen) {
  EXPECT_THAT(read_lines("\t Executed 0 tests, with 0 failures (0 unexpected) in 0.000 (0.001) seconds\n"
                         "✔ Test run with 0 tests passed after 0.001 seconds.\n")
                  .signals(),
              ElementsAre("zero_tests@2"));
  EXPECT_THAT(
      read_lines("\t Executed 3 tests, with 1 test skipped and 0 failures (0 unexpected) in 0.1 (0.1) seconds\n")
          .signals(),
      ElementsAre("skipped@1", "pass@1"));
}

TEST(SwiftTest, Xcodebuild) {
  EXPECT_THAT(read_lines("** TEST SUCCEEDED **\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("** BUILD FAILED **\n").signals(), ElementsAre("failure@1"));
}

TEST(SwiftTest, CompilerErrorsFail) {
  EXPECT_THAT(read_lines("/x/Auth.swift:3:5: error: cannot find 'y' in scope\n").signals(), ElementsAre("failure@1"));
}

TEST(Bazel, NamesTargetsAndCounts) {
  const auto r = read_lines(
      "INFO: Analyzed 4 targets (0 packages loaded, 0 targets configured).\n"
      "FAIL: //app:cart_test (see /x/test.log)\n"
      "//app:auth_test                                  (cached) PASSED in 0.5s\n"
      "//app:flaky_test                 FLAKY, failed in 1 out of 2 in 0.5s\n"
      "//app:cart_test                                           FAILED in 0.3s\n"
      "//app:slow_test                                          TIMEOUT in 300.1s\n"
      "Executed 3 out of 4 tests: 2 tests pass and 2 fail locally.\n"
      "INFO: Build completed, 2 tests FAILED, 5 total actions\n");
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("//app:auth_test", "//app:flaky_test"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("//app:cart_test", "//app:slow_test"));
  EXPECT_THAT(r.signals(), ElementsAre("failure@5", "failure@6", "failure@7", "failure@8", "flaky@7"));
  EXPECT_EQ(first_run(r).counts, (Counts{.passed = 1, .failed = 2, .flaky = 1}));
}

TEST(Bazel, PassesFromCacheAndAlone) {
  EXPECT_THAT(read_lines("Executed 0 out of 2 tests: 2 tests pass.\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("INFO: Build completed successfully, 5 total actions\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("Executed 1 out of 2 tests: 1 test passes and 1 fails locally.\n").signals(),
              ElementsAre("failure@1"));
}

TEST(Bazel, BrokenBuildsAndNoTests) {
  EXPECT_THAT(
      read_lines("ERROR: /x/app/BUILD:3:8: Compiling app/a.cc failed\nERROR: Build did NOT complete successfully\n")
          .signals(),
      ElementsAre("failure@1", "failure@2"));
  EXPECT_THAT(read_lines("INFO: Build completed successfully, 1 total action\n"
                         "ERROR: No test targets were found, yet testing was requested\n")
                  .signals(),
              ElementsAre("zero_tests@2"));
  EXPECT_THAT(read_lines("ERROR: No test targets were found, yet testing was requested\n").signals(),
              ElementsAre("zero_tests@1"));
}

}  // namespace
}  // namespace assay::logs
