#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/runners/json_field.h"
#include "logs/runners/reading_test.h"

namespace assay::logs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(GoTest, PackagesThatPass) {
  auto r = read_lines("ok  \texample.org/x/good\t(cached)\n?   \texample.org/x/nofiles\t[no test files]\n");
  EXPECT_THAT(r.signals(), ElementsAre("pass@1"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("example.org/x/good"));
  r = read_lines("ok example.org/project/api 0.214s\nok example.org/project/store 0.109s\n");
  EXPECT_THAT(r.signals(), ElementsAre("pass@1", "pass@2"));
  EXPECT_EQ(r.facts.runs.total(), 2u);
  r = read_lines("ok  \texample.org/x/good\t0.004s\tcoverage: 80.0% of statements\n");
  EXPECT_THAT(r.signals(), ElementsAre("pass@1"));
}

TEST(GoTest, VerboseNamesWithWordsOfFailure) {
  const auto r = read_lines(
      "=== RUN   TestErrorFailed\nERROR: expected thing failed\n--- PASS: TestErrorFailed (0.00s)\n"
      "=== RUN   TestGuard/denies_guest\n--- PASS: TestGuard (0.00s)\n    --- PASS: TestGuard/denies_guest (0.00s)\n"
      "PASS\nok  \texample.org/x/good\t0.006s\n");
  EXPECT_THAT(r.signals(), ElementsAre("pass@8"));
  EXPECT_THAT(r.names(Outcome::passed),
              ElementsAre("TestErrorFailed", "TestGuard", "TestGuard/denies_guest", "example.org/x/good"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 2}));
  EXPECT_EQ(r.facts.runs.items()[0].first_line, 1u);
}

TEST(GoTest, FailuresSkipsAndBrokenBuilds) {
  auto r = read_lines(
      "--- FAIL: TestBad (0.00s)\n    a_test.go:4: wrong value: got 1, want 2\n--- SKIP: TestSkip (0.00s)\nFAIL\n"
      "FAIL\texample.org/x/mixed\t0.002s\nFAIL\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@1", "failure@4", "failure@5", "failure@5", "failure@6", "skipped@5"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("TestBad", "example.org/x/mixed"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.failed = 1, .skipped = 1}));
  r = read_lines("FAIL\texample.org/x/broken [build failed]\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@1", "failure@1"));
  r = read_lines("FAIL example.org/project/cache 0.041s\n");
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("example.org/project/cache"));
  r = read_lines("panic: test timed out after 1s\nFAIL\texample.org/x/timeout\t1.005s\n");
  EXPECT_THAT(r.signals(), ElementsAre("crash@1", "failure@2", "failure@2"));
}

TEST(GoTest, NoTestsAnywhereIsZeroTests) {
  EXPECT_THAT(read_lines("?   \texample.org/x/nofiles\t[no test files]\n").signals(), ElementsAre("zero_tests@1"));
  EXPECT_THAT(
      read_lines("testing: warning: no tests to run\nok  \texample.org/x/none\t0.005s [no tests to run]\n").signals(),
      ElementsAre("zero_tests@2"));
  EXPECT_THAT(
      read_lines("=== RUN   TestN\n--- SKIP: TestN (0.00s)\nPASS\nok  \texample.org/x/skips\t0.002s\n").signals(),
      ElementsAre("zero_tests@4"));
}

TEST(GoTest, ProseIsNotAPackage) {
  EXPECT_THAT(read_lines("ok computer\nok then 5 more\nFAIL src/main.c\n? what\n").facts.runs.items(), IsEmpty());
}

TEST(GoJson, EventsOfTwoPackages) {
  const auto r = read_lines(R"x({"Time":"t","Action":"run","Package":"example.org/x/a","Test":"TestGuard"}
{"Time":"t","Action":"output","Package":"example.org/x/a","Test":"TestGuard","Output":"ERROR: \"Action\":\"fail\" expected\n"}
{"Time":"t","Action":"pass","Package":"example.org/x/a","Test":"TestGuard","Elapsed":0}
{"Time":"t","Action":"pass","Package":"example.org/x/a","Elapsed":0.004}
{"Time":"t","Action":"fail","Package":"example.org/x/b","Test":"TestBad","Elapsed":0}
{"Time":"t","Action":"skip","Package":"example.org/x/b","Test":"TestSkip","Elapsed":0}
{"Time":"t","Action":"fail","Package":"example.org/x/b","Elapsed":0.004}
{"Time":"t","Action":"skip","Package":"example.org/x/none","Elapsed":0}
)x");
  EXPECT_THAT(r.signals(), ElementsAre("failure@5", "failure@7", "failure@7", "skipped@7", "pass@4"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("TestGuard", "example.org/x/a"));
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("TestBad", "example.org/x/b"));
  EXPECT_EQ(r.facts.runs.items()[1].counts, (Counts{.failed = 1, .skipped = 1}));
}

TEST(GoJson, OnlyEmptyPackagesIsZeroTests) {
  EXPECT_THAT(read_lines(R"({"Action":"skip","Package":"example.org/x/none","Elapsed":0})").signals(),
              ElementsAre("zero_tests@1"));
}

TEST(JsonField, FindsOnlyWholeFields) {
  EXPECT_EQ(json_field(R"({"A":"x","Name":"y"})", "Name"), "y");
  EXPECT_EQ(json_field(R"({"A":"\"Name\":\"no\"","Name":"yes"})", "Name"), "yes");
  EXPECT_EQ(json_field(R"({"Name":"a\"b"})", "Name"), "a\\\"b");
  EXPECT_EQ(json_field(R"({"Name":"cut)", "Name"), "");
  EXPECT_EQ(json_field(R"({"Name":3})", "Name"), "");
}

TEST(Gotestsum, CountsOfTheClosingLine) {
  auto r = read_lines("✓  good (cached)\n\nDONE 5 tests in 0.224s\n");
  EXPECT_THAT(r.signals(), ElementsAre("pass@3"));
  EXPECT_THAT(r.names(Outcome::passed), ElementsAre("good"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 5}));
  r = read_lines(R"(✖  mixed (3ms)
=== Failed
=== FAIL: mixed TestBad (0.00s)
DONE 10 tests, 1 skipped, 3 failures, 1 error in 0.358s
)");
  EXPECT_THAT(r.names(Outcome::failed), ElementsAre("mixed", "mixed TestBad"));
  EXPECT_THAT(r.signals(), ElementsAre("failure@1", "failure@3", "failure@4", "skipped@4"));
  EXPECT_EQ(r.facts.runs.items()[0].counts, (Counts{.passed = 6, .failed = 3, .errors = 1, .skipped = 1}));
  EXPECT_THAT(read_lines("DONE 0 tests in 0.321s\n").signals(), ElementsAre("zero_tests@1"));
  EXPECT_THAT(read_lines("PASS good.TestErrorFailed (0.00s)\nDONE 1 tests in 0.1s\n").names(Outcome::passed),
              ElementsAre("good.TestErrorFailed"));
}

TEST(Gotestsum, WhatPassesWhenRunAgainIsFlaky) {
  auto r = read_lines(R"(✖  . (5ms)

DONE 1 tests, 1 failure in 0.353s

✓  . (6ms)

=== Failed
=== FAIL: . TestFl (0.00s)

DONE 2 runs, 2 tests, 1 failure in 0.659s
)");
  EXPECT_THAT(r.signals(), ElementsAre("flaky@1", "flaky@8", "flaky@10", "pass@10"));
  r = read_lines("DONE 4 tests, 1 failure in 0.3s\nDONE 3 runs, 6 tests, 3 failures in 0.6s\n");
  EXPECT_THAT(r.signals(), ElementsAre("failure@2"));
}

}  // namespace
}  // namespace assay::logs
