#include "judge/outcome/report_rules.h"

#include <gtest/gtest.h>

#include "judge/outcome/check_outcome.h"

namespace assay::judge {
namespace {

using logs::Outcome;
using logs::Runner;

reports::Report report_of(Runner runner, int passed, int failed = 0) {
  reports::Report out;
  out.runner = runner;
  for (int i = 0; i < passed + failed; ++i) {
    reports::ReportedTest test;
    test.name = "test_" + std::to_string(i);
    test.file = "tests/test_a.py";
    test.outcome = i < passed ? Outcome::passed : Outcome::failed;
    out.tests.push_back(std::move(test));
  }
  out.passed = static_cast<std::uint64_t>(passed);
  out.failed = static_cast<std::uint64_t>(failed);
  return out;
}

CommandRun printed(Runner runner, std::uint64_t passed) {
  CommandRun run;
  run.command = "pytest -q";
  run.exit_code = 0;
  run.listened = true;
  logs::Run summary;
  summary.runner = runner;
  summary.summary = true;
  summary.counts.passed = passed;
  run.log.runs.add(summary);
  run.log.passes.add({logs::SignalKind::pass, runner, "log.pytest.passed", {}, "", ""});
  return run;
}

std::vector<std::string> rules_of(const CommandRun& run) {
  std::vector<model::Finding> findings;
  judge_reports(run, findings);
  std::vector<std::string> out;
  for (const auto& finding : findings) out.push_back(finding.rule);
  return out;
}

using Ids = std::vector<std::string>;

TEST(Reports, AgreeingWithWhatIsPrintedSaysNothing) {
  auto run = printed(Runner::pytest, 3);
  run.reports.push_back(report_of(Runner::pytest, 3));
  EXPECT_EQ(rules_of(run), Ids{});
  EXPECT_EQ(tests_of(run).passed, 3u);
  EXPECT_EQ(judge_check(run).proof, Proof::passed);
}

TEST(Reports, MorePrintedThanReportedIsTold) {
  auto run = printed(Runner::pytest, 42);
  run.reports.push_back(report_of(Runner::pytest, 3));
  EXPECT_EQ(rules_of(run), Ids{"run.report-disagrees"});
  EXPECT_EQ(tests_of(run).passed, 3u);
}

TEST(Reports, MoreReportedThanPrintedIsTold) {
  auto run = printed(Runner::pytest, 2);
  run.reports.push_back(report_of(Runner::pytest, 3));
  run.reports.back().runs = 1;
  EXPECT_EQ(rules_of(run), Ids{"run.report-disagrees"});
  run.reports.back().runs = 2;  // one of two printed nothing
  EXPECT_EQ(rules_of(run), Ids{});
  run.reports.back().runs = 1;
  run.reports.back().flaky = 1;  // printed as flaky
  EXPECT_EQ(rules_of(run), Ids{});
}

TEST(Reports, AResultThatThePrintedOneContradictsIsTold) {
  const auto rules = [](std::vector<Outcome> outcomes) {
    auto run = printed(Runner::pytest, 2);
    for (const auto outcome : outcomes) run.log.named.add({"tests/test_a.py::test_1", outcome, Runner::pytest, {}});
    run.reports.push_back(report_of(Runner::pytest, 2));
    believe_reports(run);
    return rules_of(run);
  };
  EXPECT_EQ(rules({Outcome::skipped}), Ids{"run.report-disagrees"});
  EXPECT_EQ(rules({Outcome::passed}), Ids{});
  EXPECT_EQ(rules({Outcome::failed, Outcome::passed}), Ids{});  // tried again
}

TEST(Reports, AFailureThatTheExitCodeHidesFailsTheRun) {
  auto run = printed(Runner::pytest, 3);
  run.reports.push_back(report_of(Runner::pytest, 3, 1));
  EXPECT_EQ(rules_of(run), Ids{"run.failure-hidden"});
  EXPECT_EQ(judge_check(run).proof, Proof::failed);
}

TEST(Reports, ARunnerThatWasEndedFromInsideFailsTheRun) {
  auto run = printed(Runner::pytest, 3);
  run.reports.push_back(report_of(Runner::pytest, 3));
  run.reports.back().finished = false;
  EXPECT_EQ(rules_of(run), Ids{"run.report-unfinished"});
  EXPECT_EQ(judge_check(run).proof, Proof::failed);
}

TEST(Reports, OneThatCannotBeBelievedFailsTheRun) {
  auto run = printed(Runner::pytest, 3);
  run.reports.push_back(report_of(Runner::pytest, 3));
  run.reports.back().problem = "the file was replaced";
  EXPECT_EQ(rules_of(run), Ids{"run.report-broken"});
}

TEST(Reports, WordsOfARunnerThatLeftNoneAreTold) {
  EXPECT_EQ(rules_of(printed(Runner::pytest, 12)), Ids{"run.no-report"});
  EXPECT_EQ(rules_of(printed(Runner::cargo_test, 12)), Ids{});  // it has no report to give
  auto told = printed(Runner::pytest, 12);
  told.listened = false;  // somebody else ran it
  EXPECT_EQ(rules_of(told), Ids{});
}

TEST(Reports, ARunnerThatRanNothingIsNoPass) {
  auto run = printed(Runner::pytest, 5);
  run.reports.push_back(report_of(Runner::pytest, 0));
  EXPECT_EQ(judge_check(run).proof, Proof::failed);
}

TEST(Reports, GiveTheNamesOfTests) {
  auto run = printed(Runner::pytest, 1);
  run.log.named.add({"tests/test_a.py", Outcome::passed, Runner::pytest, {}});
  run.log.named.add({"builds", Outcome::passed, Runner::make, {}});
  run.reports.push_back(report_of(Runner::pytest, 1));
  believe_reports(run);
  std::vector<std::string> names;
  for (const auto& named : run.log.named) names.push_back(named.name);
  EXPECT_EQ(names, (std::vector<std::string>{"builds", "tests/test_a.py::test_0"}));
}

TEST(Reports, AreNotAskedOfARunThatFailedAnyway) {
  auto run = printed(Runner::pytest, 3);
  run.exit_code = 1;
  EXPECT_EQ(rules_of(run), Ids{});
}

}  // namespace
}  // namespace assay::judge
