#include "judge/outcome/judge.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "judge/outcome/log_rules.h"
#include "logs/reading/reader.h"

namespace assay::judge {
namespace {

using model::Check;
using model::Decision;

constexpr std::string_view k_diff =
    "diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-export const a = 1\n+export const "
    "b = 1\n";

Check judged(std::string task, std::string_view diff, std::string_view log, std::string report = "Renamed it.") {
  TextSource diff_source(diff), log_source(log);
  auto change = read_change(diff_source);
  Inputs inputs;
  inputs.task = std::move(task);
  inputs.change = change->get();
  inputs.verify_logs = &log_source;
  inputs.builder_report = std::move(report);
  return *judge(inputs);
}

std::vector<std::string> rules(const std::vector<model::Finding>& findings) {
  std::vector<std::string> out;
  for (const auto& finding : findings) out.push_back(finding.rule);
  return out;
}

TEST(Judge, ReasonsCarryRuleAndPlace) {
  const auto check =
      judged("Rename", k_diff, "ok\nFAILED tests/test_a.py::test_b - boom\n1 failed, 2 passed in 0.1s\n");
  ASSERT_EQ(check.verdict.must_fix.size(), 1u);
  const auto& finding = check.verdict.must_fix[0];
  EXPECT_EQ(finding.rule, "log.pytest.failed");
  EXPECT_EQ(finding.spans[0].line, 2u);
  EXPECT_NE(finding.message.find("1 test failed"), std::string::npos) << finding.message;
  EXPECT_NE(finding.message.find("test_b"), std::string::npos) << finding.message;
}

TEST(Judge, WhatARunnerReportsIsShownOnceWithItsCounts) {
  TextSource diff_source(k_diff);
  auto change = read_change(diff_source);
  Inputs inputs;
  inputs.task = "Rename";
  inputs.change = change->get();
  inputs.executed = true;
  CommandRun run;
  run.command = "go test ./...";
  run.exit_code = 0;
  run.log_line = 10;
  run.log = logs::read_log_text("ok  \texample.com/a\t0.1s\nok  \texample.com/b\t0.1s\n3 passed in 0.1s\n");
  reports::Report report;
  report.runner = logs::Runner::go_test;
  report.passed = 7;
  report.skipped = 1;
  run.reports.push_back(report);
  inputs.commands.push_back(run);
  const auto check = *judge(inputs);
  ASSERT_EQ(check.runners.size(), 2u);
  EXPECT_EQ(check.runners[0].runner, "pytest");
  EXPECT_EQ(check.runners[0].source, "text");
  const auto& go = check.runners[1];
  EXPECT_EQ(go.runner, "go test");
  EXPECT_EQ(go.source, "report");
  EXPECT_EQ(go.passed, 7u);
  EXPECT_EQ(go.skipped, 1u);
  EXPECT_EQ(go.first_line, 11u);
  EXPECT_EQ(go.last_line, 12u);
}

// node --test prints TAP where nobody looks.
TEST(Judge, TapWithTheCountsOfAReportIsNotShownBesideIt) {
  TextSource diff_source(k_diff);
  auto change = read_change(diff_source);
  Inputs inputs;
  inputs.task = "Rename";
  inputs.change = change->get();
  inputs.executed = true;
  CommandRun run;
  run.command = "node --test";
  run.exit_code = 0;
  run.log = logs::read_log_text("TAP version 13\nok 1 - a\nok 2 - b\n1..2\n");
  reports::Report report;
  report.runner = logs::Runner::node_test;
  report.passed = 2;
  run.reports.push_back(report);
  inputs.commands.push_back(run);
  auto check = *judge(inputs);
  ASSERT_EQ(check.runners.size(), 1u);
  EXPECT_EQ(check.runners[0].source, "report");
  EXPECT_EQ(check.runners[0].passed, 2u);
  inputs.commands[0].reports[0].passed = 3;
  check = *judge(inputs);
  ASSERT_EQ(check.runners.size(), 2u);
  EXPECT_EQ(check.runners[0].runner, "TAP");
  EXPECT_EQ(check.runners[0].source, "text");
}

TEST(Judge, OneFindingPerRunnerWithTheRestCounted) {
  std::string log;
  for (int i = 0; i < 500; ++i) log += cat("FAILED tests/test_a.py::test_", i, " - boom\n");
  const auto check = judged("Rename", k_diff, log + "500 failed in 0.1s\n");
  ASSERT_EQ(check.verdict.must_fix.size(), 1u);
  EXPECT_EQ(check.verdict.must_fix[0].spans.size(), 20u);
  EXPECT_GT(check.verdict.must_fix[0].more, 100u);
}

// The same change with the same evidence, reported with words and without.
TEST(Judge, SayingThatSomethingWasNotRunIsNeverWorseThanSilence) {
  CommandRun run;
  run.command = "npm test";
  run.exit_code = 0;
  run.log = logs::read_log_text("Tests:       12 passed, 12 total\n");
  for (const auto* words :
       {"I did not run the browser tests.", "The e2e suite was not run because there is no browser.",
        "The tests were not run.", "Not verified on Windows."}) {
    for (const bool ran : {true, false}) {
      TextSource first(k_diff), second(k_diff);
      auto change = read_change(first);
      Inputs inputs;
      inputs.task = "Rename";
      inputs.change = change->get();
      if (ran) inputs.commands = {run};
      inputs.executed = ran;
      inputs.builder_report = "Renamed it.";
      const auto silent = *judge(inputs);
      change = read_change(second);
      inputs.change = change->get();
      inputs.builder_report = cat("Renamed it. ", words);
      const auto honest = *judge(inputs);
      EXPECT_EQ(honest.verdict.decision, silent.verdict.decision) << words << " " << ran;
      EXPECT_EQ(rules(honest.verdict.should_fix), rules(silent.verdict.should_fix)) << words;
      EXPECT_EQ(honest.verdict.notes.size(), 1u) << words;
    }
  }
}

TEST(Judge, TheBuildersBoastIsNoEvidence) {
  const auto check = judged("Rename", k_diff, "", "All 120 tests passed, lint passed, build ok.");
  EXPECT_EQ(check.verdict.decision, Decision::needs_context);
  EXPECT_FALSE(check.has_positive);
}

TEST(Judge, TheBuildersAdmissionCounts) {
  const auto check = judged("Rename", k_diff, "all tests passed", "blocker: the endpoint accepts anonymous requests");
  EXPECT_EQ(check.verdict.decision, Decision::block_pr);
  EXPECT_EQ(check.verdict.must_fix[0].source, model::Source::builder_report);
}

// The same beside logs that were handed over and in which tests pass.
TEST(Judge, WhatTheHandedLogsDoNotShowMaySaidToBeNotRun) {
  const auto silent = judged("Rename", k_diff, "3 passed in 0.1s\n", "Renamed it.");
  for (const auto* words : {"I did not run the linter.",
                            "The linter was not run.",
                            "Lint: not run",
                            "I haven't run ruff.",
                            "I didn't run mypy; the test suite passes.",
                            "No linter was run.",
                            "I skipped the linter.",
                            "I could not run the build here.",
                            "Unable to run the build here.",
                            "Coverage was not measured.",
                            "Not run: e2e tests",
                            "I ran the unit tests only; e2e was not run.",
                            "Manual testing was not done.",
                            "I did not run the integration tests, they need a database.",
                            "The browser tests were not run.",
                            "Type checks were skipped: mypy is missing here.",
                            "Visual checks were skipped for this change.",
                            "TODO: run the linter",
                            "I did not run all tests.",
                            "I left the benchmarks out; I did not run them.",
                            "The tests were not run on Windows.",
                            "The tests were not run because there is no browser here.",
                            "Ich habe den Linter nicht ausgeführt.",
                            "リンターは実行していません。"}) {
    const auto honest = judged("Rename", k_diff, "3 passed in 0.1s\n", cat("Renamed it. ", words));
    EXPECT_EQ(honest.verdict.decision, silent.verdict.decision) << words;
    EXPECT_EQ(rules(honest.verdict.must_fix), std::vector<std::string>()) << words;
    EXPECT_EQ(rules(honest.verdict.should_fix), std::vector<std::string>()) << words;
  }
}

TEST(Judge, WhatTheLogSkippedIsLookedAtWithTheReport) {
  const std::string log = "tests passed\nschema:check skipped because it is not available here\n";
  const auto silent = judged("Rename", k_diff, log, "Renamed it.");
  const auto honest = judged("Rename", k_diff, log, "Renamed it. Visual checks were skipped.");
  EXPECT_EQ(honest.verdict.decision, silent.verdict.decision);
  EXPECT_EQ(honest.verdict.should_fix.size(), silent.verdict.should_fix.size() + 1);
}

// What looks like it and is not: the log says the opposite, a test was switched off, work is left.
TEST(Judge, WhatOnlyLooksLikeAnHonestStatementCounts) {
  for (const auto* words : {"The tests were not run.", "I did not run the tests.", "I did not run the test suite here.",
                            "Tests: not run", "I could not run pytest.", "Verification was omitted.",
                            "Die Tests wurden nicht ausgeführt.", "Las pruebas no se ejecutaron."}) {
    const auto check = judged("Rename", k_diff, "3 passed in 0.1s\n", cat("Renamed it. ", words));
    EXPECT_EQ(rules(check.verdict.must_fix), std::vector<std::string>{"report.words.not-run"}) << words;
  }
  for (const auto* words :
       {"I skipped the failing test.", "I disabled the e2e test.", "2 tests were skipped.",
        "TODO: add tests for the parser", "TODO: fix the linter run", "The parser is not implemented yet."}) {
    const auto check = judged("Rename", k_diff, "3 passed in 0.1s\n", cat("Renamed it. ", words));
    EXPECT_FALSE(check.verdict.should_fix.empty()) << words;
  }
}

TEST(Judge, ARedRunThatWasRunAgainIsMadeGood) {
  const std::string red = "$ pytest\nFAILED tests/test_a.py::test_b - boom\n=== 1 failed, 2 passed in 0.1s ===\n";
  const auto musts = [&](const std::string& after) {
    return judged("Rename", k_diff, red + after).verdict.must_fix.size();
  };
  const auto again = judged("Rename", k_diff, red + "$ pytest\n=== 3 passed in 0.1s ===\n");
  EXPECT_EQ(again.verdict.must_fix.size(), 0u);
  EXPECT_EQ(rules(again.verdict.should_fix), std::vector<std::string>{});
  EXPECT_EQ(rules(again.verdict.notes), std::vector<std::string>{"log.pytest.failed"});
  EXPECT_EQ(musts("$ pytest\n=== 2 passed in 0.1s ===\n"), 1u) << "fewer tests";
  EXPECT_EQ(musts("$ pytest tests/other\n=== 30 passed in 0.1s ===\n"), 1u) << "another command";
  EXPECT_EQ(musts("$ pytest\n=== 3 passed in 0.1s ===\n" + red), 1u) << "red again";
}

TEST(Judge, NotADiffNeedsContextAndSaysSo) {
  const auto check = judged("Rename", "I renamed it", "all tests passed");
  EXPECT_EQ(check.verdict.decision, Decision::needs_context);
  EXPECT_EQ(rules(check.verdict.should_fix), std::vector<std::string>{"context.not-a-diff"});
}

CommandRun ran(int exit_code, std::string_view output) {
  CommandRun run;
  run.command = "t";
  run.exit_code = exit_code;
  run.log = logs::read_log_text(output);
  return run;
}

std::vector<std::string> command_rules(CommandRun run) {
  std::vector<model::Finding> findings;
  std::vector<CommandRun> runs;
  runs.push_back(std::move(run));
  judge_commands(runs, {}, findings);
  return rules(findings);
}

using RuleIds = std::vector<std::string>;

TEST(Outcomes, TheExitDecidesAndTheLogExplains) {
  EXPECT_EQ(command_rules(ran(0, "all good")), RuleIds{});
  EXPECT_EQ(command_rules(ran(1, "all tests passed")), RuleIds{"run.failed"});
  EXPECT_EQ(command_rules(ran(127, "sh: 1: jest: not found")), RuleIds{"run.not-started"});
  EXPECT_EQ(command_rules(ran(0, "Tests: 1 failed, 2 passed, 3 total")), RuleIds{"run.failure-hidden"});
  EXPECT_EQ(command_rules(ran(0, "an error occurred, retrying")), RuleIds{});
  CommandRun timed_out = ran(0, "");
  timed_out.exit_code.reset();
  timed_out.timed_out = true;
  EXPECT_EQ(command_rules(std::move(timed_out)), RuleIds{"run.timed-out"});
  CommandRun killed = ran(0, "Tests: 3 passed, 3 total");
  killed.exit_code.reset();
  killed.signal = "SIGKILL";
  EXPECT_EQ(command_rules(std::move(killed)), RuleIds{"run.signalled"});
}

TEST(Outcomes, AReportedExitZeroIsPositiveUnlessNothingRan) {
  EXPECT_TRUE(is_positive(logs::read_log_text("pnpm test exited with code 0\n")));
  EXPECT_FALSE(is_positive(logs::read_log_text("collected 0 items\n=== no tests ran in 0.01s ===\nexit code 0\n")));
  EXPECT_FALSE(is_positive(logs::read_log_text("")));
}

TEST(Outcomes, ExitZeroIsPositiveUnlessNothingRan) {
  EXPECT_TRUE(is_positive(ran(0, "")));
  EXPECT_TRUE(is_positive(ran(0, "3 passed in 0.1s")));
  EXPECT_FALSE(is_positive(ran(0, "collected 0 items\n=== no tests ran in 0.01s ===\n")));
  EXPECT_FALSE(is_positive(ran(0, "=== 4 skipped in 0.01s ===\n")));
  EXPECT_FALSE(is_positive(ran(0, "=== 1 failed, 4 passed in 0.01s ===\n")));
  EXPECT_FALSE(is_positive(ran(1, "3 passed in 0.1s")));
}

}  // namespace
}  // namespace assay::judge
