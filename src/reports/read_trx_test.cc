#include <gtest/gtest.h>

#include "reports/reading_test.h"

namespace assay::reports {
namespace {

Report read_trx_text(std::string_view text) { return read(Format::trx, logs::Runner::dotnet, text); }

// What `dotnet test --logger trx` writes for xunit (full names) and MSTest (short ones).
constexpr std::string_view k_results = R"xml(
  <Results>
    <UnitTestResult executionId="e1" testId="t1" testName="Shop.AuthTests.Denies(role: &quot;guest&quot;)" computerName="vm" duration="00:01:00.2500000" startTime="2026-11-16T15:00:00.0000000+00:00" endTime="2026-11-16T15:00:00.0000000+00:00" testType="13cdc9d9-ddb5-4fa4-a97d-d965ccfc6d4b" outcome="Passed" testListId="8c84fa94-04c1-424b-9868-57a2d4851a1d" relativeResultsDirectory="e1" />
    <UnitTestResult executionId="e2" testId="t2" testName="Fails" computerName="vm" duration="00:00:00.0010000" outcome="Failed">
      <Output>
        <StdOut>outcome="Passed"</StdOut>
        <ErrorInfo>
          <Message>Assert.Equal() Failure
Expected: 1 &lt; 2</Message>
          <StackTrace>   at Shop.AuthTests.Fails() in /w/AuthTests.cs:line 12</StackTrace>
        </ErrorInfo>
      </Output>
    </UnitTestResult>
    <UnitTestResult executionId="e3" testId="t3" testName="Shop.AuthTests.Later" outcome="NotExecuted">
      <Output><ErrorInfo><Message>not yet</Message></ErrorInfo></Output>
    </UnitTestResult>
  </Results>
  <TestDefinitions>
    <UnitTest name="Shop.AuthTests.Denies(role: &quot;guest&quot;)" storage="/w/bin/shop.tests.dll" id="t1">
      <Execution id="e1" />
      <TestMethod codeBase="/w/bin/Shop.Tests.dll" adapterTypeName="executor://xunit/VsTestRunner2/netcoreapp" className="Shop.AuthTests" name="Denies" />
    </UnitTest>
    <UnitTest name="Fails" storage="/w/bin/shop.tests.dll" id="t2"><TestMethod className="Shop.AuthTests" name="Fails" /></UnitTest>
    <UnitTest name="Shop.AuthTests.Later" storage="/w/bin/shop.tests.dll" id="t3"><TestMethod className="Shop.AuthTests" name="Later" /></UnitTest>
  </TestDefinitions>)xml";

std::string trx(std::string_view results, std::string_view outcome, std::string_view counters) {
  return cat(
      "\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<TestRun id=\"r\" "
      "xmlns=\"http://microsoft.com/schemas/VisualStudio/TeamTest/2010\">",
      results, "<ResultSummary outcome=\"", outcome, "\"><Counters ", counters, " /></ResultSummary></TestRun>");
}

constexpr std::string_view k_counters =
    "total=\"3\" executed=\"2\" passed=\"1\" failed=\"1\" error=\"0\" timeout=\"0\" aborted=\"0\" inconclusive=\"0\" "
    "notExecuted=\"0\"";

TEST(ReadTrx, ReadsResultsAndTheirClasses) {
  const Report report = read_trx_text(trx(k_results, "Failed", k_counters));
  EXPECT_EQ(tests_of(report),
            "passed   | Shop.AuthTests | Denies(role: \"guest\")\n"
            "failed   | Shop.AuthTests | Fails [Assert.Equal() Failure]\n"
            "skipped  | Shop.AuthTests | Later [not yet]\n");
  EXPECT_EQ(report.tests[1].message, "Assert.Equal() Failure\nExpected: 1 < 2");
  EXPECT_DOUBLE_EQ(report.tests[0].seconds, 60.25);
  EXPECT_EQ(report.problem, "");
  EXPECT_TRUE(report.finished);
}

TEST(ReadTrx, CountersThatDisagreeAreAProblem) {
  const Report report = read_trx_text(trx(k_results, "Completed", "total=\"4\" passed=\"3\" failed=\"1\""));
  EXPECT_EQ(report.problem, "its counters say 4 tests, 3 passed, 1 failed; it has 3, 1, 1");
}

TEST(ReadTrx, ARunThatWasAbortedIsNotFinished) {
  const std::string text = trx("<Results><UnitTestResult testName=\"A\" outcome=\"Passed\"/></Results>", "Failed",
                               "total=\"1\" passed=\"1\" failed=\"0\"");
  EXPECT_EQ(read_trx_text(text).problem, "the run ended as \"Failed\" without a failed test");
  const std::string told = replace_all(text, "</ResultSummary>",
                                       "<RunInfos><RunInfo outcome=\"Error\"><Text>Test host process "
                                       "crashed</Text></RunInfo></RunInfos></ResultSummary>");
  const Report report = read_trx_text(told);
  EXPECT_EQ(report.problem, "the run ended as \"Failed\" without a failed test: Test host process crashed");
  EXPECT_EQ(counts_of(report), "1 passed, 0 failed, 0 skipped, not finished");
}

TEST(ReadTrx, AnyOtherOutcomeIsAFailure) {
  const std::pair<std::string_view, std::string_view> k_outcomes[] = {
      {" outcome=\"Passed\"", "1 passed, 0 failed, 0 skipped"},
      {" outcome=\"Timeout\"", "0 passed, 1 failed, 0 skipped"},
      {" outcome=\"Aborted\"", "0 passed, 1 failed, 0 skipped"},
      {"", "0 passed, 1 failed, 0 skipped"},
      {" outcome=\"passed\"", "0 passed, 1 failed, 0 skipped"},
      {" outcome=\"Inconclusive\"", "0 passed, 0 failed, 1 skipped"}};
  for (const auto& [attribute, counts] : k_outcomes) {
    const Report report = read_trx_text(
        trx(cat("<Results><UnitTestResult testName=\"A\"", attribute, "/></Results>"), "Completed", "total=\"1\""));
    EXPECT_EQ(counts_of(report), counts) << attribute;
  }
}

TEST(ReadTrx, ResultsInsideOfResultsAreTestsToo) {
  const Report report =
      read_trx_text(trx("<Results><UnitTestResult testName=\"Rows\" outcome=\"Failed\"><InnerResults>"
                        "<UnitTestResult testName=\"Rows (1)\" outcome=\"Passed\"/><UnitTestResult testName=\"Rows "
                        "(2)\" outcome=\"Failed\"/>"
                        "</InnerResults></UnitTestResult></Results>",
                        "Failed", "total=\"1\" passed=\"0\" failed=\"1\""));
  EXPECT_EQ(tests_of(report),
            "failed   |  | Rows\n"
            "passed   |  | Rows (1)\n"
            "failed   |  | Rows (2)\n");
  EXPECT_EQ(report.problem, "");
  // A result inside of a message is nonsense that must do no harm.
  const Report odd =
      read_trx_text(trx("<Results><UnitTestResult testName=\"A\" outcome=\"Failed\"><Message>x<UnitTestResult "
                        "testName=\"B\" outcome=\"Passed\"/>y</Message>"
                        "</UnitTestResult></Results>",
                        "Failed", "total=\"1\" failed=\"1\""));
  EXPECT_EQ(counts_of(odd), "1 passed, 1 failed, 0 skipped");
}

TEST(ReadTrx, WhatIsCutKeepsWhatCameBefore) {
  const std::string whole = trx(k_results, "Failed", k_counters);
  const Report report = read_trx_text(std::string_view(whole).substr(0, whole.find("<TestDefinitions>")));
  EXPECT_EQ(counts_of(report), "1 passed, 1 failed, 1 skipped, not finished");
  EXPECT_TRUE(contains(report.problem, "the file ends inside of <TestRun>")) << report.problem;
  const Report headless =
      read_trx_text("<TestRun><Results><UnitTestResult testName=\"A\" outcome=\"Passed\"/></Results></TestRun>");
  EXPECT_EQ(headless.problem, "it has no counters");
  EXPECT_FALSE(headless.finished);
}

}  // namespace
}  // namespace assay::reports
