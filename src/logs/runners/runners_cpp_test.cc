#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/runners/reading_test.h"

namespace assay::logs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Run& last_run(const Reading& r) { return r.facts.runs.items().back(); }

TEST(Ctest, NamesTestsAndCountsThem) {
  const auto r = read_lines(
      "Test project /repo/b\n"
      "    Start 1: Lru.Keeps\n"
      "1/4 Test #1: Lru.Keeps ............................   Passed    0.00 sec\n"
      "2/4 Test #2: Lru.Crashes ..........................***Exception: SegFault  0.00 sec\n"
      "3/4 Test #3: Lru.NeedsThreads .....................***Skipped   0.00 sec\n"
      "4/4 Test #4: Lru.Slow .............................***Not Run (Disabled)   0.00 sec\n"
      "\n"
      "67% tests passed, 1 tests failed out of 3\n"
      "\n"
      "The following tests FAILED:\n"
      "\t  2 - Lru.Crashes (SEGFAULT)\n"
      "Errors while running CTest\n");
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("Lru.Keeps"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("Lru.Crashes"));
  EXPECT_THAT(r.names(Outcome::skipped), ElementsAre("Lru.NeedsThreads"));
  EXPECT_THAT(r.signals(), ElementsAre("failure@4", "failure@8", "skipped@8"));
  EXPECT_EQ(last_run(r).counts, (Counts{.passed = 1, .failed = 1, .skipped = 1}));
  EXPECT_EQ(last_run(r).first_line, 1u);
  EXPECT_EQ(last_run(r).last_line, 8u);
  EXPECT_THAT(r.unclaimed, IsEmpty());
  const Position at = r.facts.named.items()[1].at;
  EXPECT_EQ(at.line, 4u);
  EXPECT_EQ(at.begin, 13u);
  EXPECT_EQ(at.end, 24u);
}

TEST(Ctest, ALoneTotalIsEnough) {
  EXPECT_THAT(read_lines("100% tests passed, 0 tests failed out of 12\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("92% tests passed, 1 tests failed out of 12\n").signals(), ElementsAre("failure@1"));
}

TEST(Ctest, NoTestsIsNoPass) {
  EXPECT_THAT(read_lines("Test project /repo/b\nNo tests were found!!!\n").signals(), ElementsAre("zero_tests@2"));
}

TEST(Ctest, HasTheLastWordOverTheRunsItStarts) {
  const auto r = read_lines(
      "Test project /repo/b\n"
      "1: [==========] Running 1 test from 1 test suite.\n"
      "1: [ RUN      ] Lru.NeedsThreads\n"
      "1: [  SKIPPED ] Lru.NeedsThreads (0 ms)\n"
      "1: [==========] 1 test from 1 test suite ran. (0 ms total)\n"
      "1: [  PASSED  ] 0 tests.\n"
      "1/2 Test #1: Lru.NeedsThreads ..................***Skipped   0.00 sec\n"
      "2/2 Test #2: Lru.Keeps .........................   Passed    0.00 sec\n"
      "100% tests passed, 0 tests failed out of 2\n");
  EXPECT_THAT(r.signals(), ElementsAre("skipped@9", "pass@9"));
}

constexpr std::string_view k_failing =
    "Running main() from ./googletest/src/gtest_main.cc\n"
    "[==========] Running 3 tests from 1 test suite.\n"
    "[----------] Global test environment set-up.\n"
    "[ RUN      ] Lru.Keeps\n"
    "[       OK ] Lru.Keeps (0 ms)\n"
    "[ RUN      ] Lru.Refreshes\n"
    "lru_test.cc:17: Failure\n"
    "[  FAILED  ] Lru.Refreshes (0 ms)\n"
    "[ RUN      ] Sized/Lru.Grows/0\n"
    "[  FAILED  ] Sized/Lru.Grows/0, where GetParam() = 1 (2 ms)\n"
    "[==========] 3 tests from 1 test suite ran. (2 ms total)\n"
    "[  PASSED  ] 1 test.\n"
    "[  FAILED  ] 2 tests, listed below:\n"
    "[  FAILED  ] Lru.Refreshes\n"
    "[  FAILED  ] Sized/Lru.Grows/0, where GetParam() = 1\n"
    "\n"
    " 2 FAILED TESTS\n";

TEST(Googletest, NamesFailuresOnceAndCounts) {
  const auto r = read_lines(k_failing);
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("Lru.Keeps"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("Lru.Refreshes", "Sized/Lru.Grows/0"));
  EXPECT_THAT(r.signals(), ElementsAre("failure@8", "failure@10", "failure@13"));
  EXPECT_EQ(last_run(r).counts, (Counts{.passed = 1, .failed = 2}));
  EXPECT_EQ(last_run(r).first_line, 1u);
  EXPECT_EQ(last_run(r).last_line, 13u);
  EXPECT_THAT(r.unclaimed, IsEmpty());
}

TEST(Googletest, PassesWithSkippedAndDisabledTests) {
  const auto r = read_lines(
      "[==========] Running 2 tests from 1 test suite.\n"
      "[       OK ] Lru.ReportsErrorOnMissingKey (0 ms)\n"
      "lru_test.cc:10: Skipped\n"
      "[  SKIPPED ] Lru.NeedsThreads (0 ms)\n"
      "[==========] 2 tests from 1 test suite ran. (0 ms total)\n"
      "[  PASSED  ] 1 test.\n"
      "[  SKIPPED ] 1 test, listed below:\n"
      "[  SKIPPED ] Lru.NeedsThreads\n"
      "\n"
      "  YOU HAVE 1 DISABLED TEST\n");
  EXPECT_THAT(r.signals(), ElementsAre("skipped@6", "pass@6"));
  EXPECT_THAT(r.names(Outcome::skipped), ElementsAre("Lru.NeedsThreads"));
}

TEST(Googletest, NothingRunOrAllSkippedIsNoPass) {
  EXPECT_THAT(read_lines("[==========] Running 0 tests from 0 test suites.\n"
                         "[==========] 0 tests from 0 test suites ran. (0 ms total)\n[  PASSED  ] 0 tests.\n")
                  .signals(),
              ElementsAre("zero_tests@3"));
  EXPECT_THAT(read_lines("[  SKIPPED ] Lru.NeedsThreads (0 ms)\n[  PASSED  ] 0 tests.\n").signals(),
              ElementsAre("zero_tests@2"));
}

TEST(Googletest, TrimmedListsStillFail) {
  EXPECT_THAT(read_lines("[  PASSED  ] 2 tests.\n[  FAILED  ] 1 test, listed below:\n[  FAILED  ] A.b\n").signals(),
              ElementsAre("failure@2", "pass@1"));
}

TEST(Googletest, ARunThatNeverEndsIsNoPass) {
  const auto r = read_lines(
      "[==========] Running 7 tests from 3 test suites.\n[ RUN      ] Lru.Crashes\n"
      "bash: line 1: 26391 Segmentation fault      ./t\n");
  EXPECT_THAT(r.signals(), ElementsAre("crash@3"));
  EXPECT_FALSE(last_run(r).summary);
}

TEST(Catch2, FailingAssertionsAndCases) {
  const auto r = read_lines(
      "m is a Catch v2.13.10 host application.\n"
      "m.cc:8: FAILED:\n"
      "  CHECK( 2 * 3 == 7 )\n"
      "===============================================================================\n"
      "test cases: 3 | 1 passed | 1 failed | 1 skipped\n"
      "assertions: 5 | 4 passed | 1 failed\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@2", "failure@5", "skipped@5"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("m.cc:8"));
  EXPECT_EQ(last_run(r).counts, (Counts{.passed = 1, .failed = 1, .skipped = 1}));
  EXPECT_THAT(r.unclaimed, IsEmpty());
}

TEST(Catch2, WhatMayFailDoesNotFail) {
  const auto r = read_lines(
      "m.cc:13: FAILED:\n  CHECK( false )\ntest cases: 3 | 2 passed | 1 failed as expected\n"
      "assertions: 4 | 3 passed | 1 failed as expected\n");
  EXPECT_THAT(r.signals(), ElementsAre("pass@3"));
}

TEST(Catch2, CompactAndCleanAndEmpty) {
  EXPECT_THAT(read_lines("All tests passed (3 assertions in 2 test cases)\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("Passed both 2 test cases with 3 assertions.\n").signals(), ElementsAre("pass@1"));
  EXPECT_THAT(read_lines("m.cc:8: failed: 1 == 2\nFailed 1 test case, failed 1 assertion.\n").signals(),
              ElementsAre("failure@1", "failure@2"));
  EXPECT_THAT(read_lines("No tests ran\n").signals(), ElementsAre("zero_tests@1"));
  EXPECT_THAT(read_lines("m.cc:19: FAILED:\n").signals(), ElementsAre("failure@1"));  // cut off
}

TEST(Doctest, NamesTheFailingCase) {
  const auto r = read_lines(
      "[doctest] doctest version is \"2.4.9\"\n"
      "m.cc:7:\n"
      "TEST CASE:  router rejects unknown\n"
      "m.cc:7: ERROR: CHECK( 404 == 200 ) is NOT correct!\n"
      "[doctest] test cases: 2 | 1 passed | 1 failed | 0 skipped\n"
      "[doctest] assertions: 4 | 3 passed | 1 failed |\n"
      "[doctest] Status: FAILURE!\n");
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("router rejects unknown"));
  EXPECT_THAT(r.signals(), ElementsAre("failure@4", "failure@5"));
  EXPECT_THAT(r.unclaimed, IsEmpty());
}

TEST(Doctest, ExpectedFailuresPassAndSkippedAreSeen) {
  const auto r = read_lines(
      "m.cc:11: ERROR: CHECK( false ) is NOT correct!\n"
      "[doctest] test cases: 2 | 2 passed | 0 failed | 1 skipped\n[doctest] Status: SUCCESS!\n");
  EXPECT_THAT(r.signals(), ElementsAre("skipped@2", "pass@2"));
}

TEST(Doctest, NothingRunIsNoPassAndALoneStatusFails) {
  EXPECT_THAT(
      read_lines("[doctest] test cases: 0 | 0 passed | 0 failed | 1 skipped\n[doctest] Status: SUCCESS!\n").signals(),
      ElementsAre("zero_tests@1"));
  EXPECT_THAT(read_lines("[doctest] Status: FAILURE!\n").signals(), ElementsAre("failure@1"));
}

}  // namespace
}  // namespace assay::logs
