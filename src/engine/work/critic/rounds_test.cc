#include "engine/work/critic/rounds.h"

#include <gtest/gtest.h>

#include "judge/critic/merge.h"

namespace assay::engine {
namespace {

using model::Category;

model::Task task_of() {
  model::Task task;
  task.id = model::TaskId("task-1");
  task.name = "Do it";
  return task;
}

model::CriticReport report_of(std::vector<Category> categories, std::uint32_t round = 1, std::string tree = "t") {
  model::CriticReport report;
  report.task_id = "task-1";
  report.round = round;
  report.tree = std::move(tree);
  for (const auto category : categories) {
    model::CriticFinding finding;
    finding.category = category;
    finding.confirmed_by = model::Critic::critic;
    finding.remediation = std::string(name(category)) + " is to be mended";
    if (category == Category::question_to_user) finding.question_to_user = "Which one?";
    judge::normalise(finding, judge::PlanCriteria::some);
    report.findings.push_back(std::move(finding));
  }
  report.route = judge::route(report.findings);
  report.verdict = categories.empty() ? model::ReportVerdict::passed : model::ReportVerdict::issues_found;
  return report;
}

std::string moves_of(const store::JobFinish& finish) {
  std::string out;
  for (const auto& move : finish.moves) out += move.task.text + " " + std::string(name(move.move)) + "; ";
  return out;
}

store::JobFinish written(const Decision& decision) {
  store::JobFinish finish;
  const auto task = task_of();
  model::Task checker;
  checker.id = model::TaskId("check-1");
  write_decision(decision, task, &checker, "It is port 80.", finish);
  return finish;
}

TEST(Rounds, EachRouteDoesSomething) {
  const auto decided = [](std::vector<Category> categories) {
    return decide(task_of(), report_of(std::move(categories)), {}, 3);
  };
  const auto done = decided({});
  EXPECT_EQ(done.what, Decision::What::done);
  EXPECT_EQ(moves_of(written(done)), "") << "the check goes on";
  EXPECT_EQ(written(done).rounds.size(), 1U);

  const auto next = decided({Category::dead_code});
  EXPECT_EQ(next.what, Decision::What::next_round);
  EXPECT_EQ(moves_of(written(next)), "check-1 fail; task-1 reject; ");

  const auto research = decided({Category::dead_code, Category::information_missing});
  EXPECT_EQ(research.what, Decision::What::research);
  EXPECT_EQ(research.missing.size(), 1U);
  EXPECT_EQ(written(research).contexts.size(), 1U);
  EXPECT_EQ(moves_of(written(research)), "check-1 fail; task-1 reject; ");

  const auto ask = decided({Category::question_to_user, Category::information_missing});
  EXPECT_EQ(ask.what, Decision::What::ask);
  EXPECT_EQ(ask.questions, std::vector<std::string>{"Which one?"});
  EXPECT_EQ(moves_of(written(ask)), "check-1 fail; task-1 reject; task-1 block; ");
  EXPECT_EQ(written(ask).questions.size(), 1U);

  const auto plan = decided({Category::locked_decision_violation, Category::information_missing});
  EXPECT_EQ(plan.what, Decision::What::hold_plan);
  EXPECT_NE(written(plan).hold.find("plan"), std::string::npos);
  EXPECT_EQ(moves_of(written(plan)), "check-1 fail; task-1 flag; ");

  const auto stuck = decided({Category::critic_error, Category::question_to_user});
  EXPECT_EQ(stuck.what, Decision::What::stuck);
  EXPECT_EQ(moves_of(written(stuck)), "check-1 fail; task-1 flag; task-1 block; ");
}

TEST(Rounds, WhatCannotBeToldHereHoldsTheMissionAndIsCheckedAgain) {
  const auto machine = decide(task_of(), report_of({Category::infrastructure_mismatch, Category::dead_code}, 3), {}, 3);
  EXPECT_EQ(machine.what, Decision::What::hold_machine) << "also in the last round: the work is not to blame";
  EXPECT_EQ(moves_of(written(machine)), "check-1 release; ");
  EXPECT_NE(written(machine).hold.find("cannot be judged"), std::string::npos);
  EXPECT_TRUE(written(machine).rounds.empty());
  const auto both =
      decide(task_of(), report_of({Category::infrastructure_mismatch, Category::locked_decision_violation}), {}, 3);
  EXPECT_EQ(both.what, Decision::What::hold_plan);
}

TEST(Rounds, TheSameFindingsAgainEndIt) {
  const auto first = decide(task_of(), report_of({Category::dead_code}, 1, "t1"), {}, 5);
  EXPECT_EQ(first.what, Decision::What::next_round);
  const auto second = decide(task_of(), report_of({Category::dead_code}, 2, "t2"), {first.record}, 5);
  EXPECT_EQ(second.what, Decision::What::stuck);
  EXPECT_EQ(second.report.findings.front().category, Category::stuck_detected);
  EXPECT_EQ(second.record.identities, first.record.identities)
      << "what is kept is about the work, not about being stuck";
}

TEST(Rounds, TheLastRoundEndsIt) {
  EXPECT_EQ(decide(task_of(), report_of({Category::dead_code}, 3), {}, 3).what, Decision::What::stuck);
  EXPECT_EQ(decide(task_of(), report_of({Category::dead_code}, 3), {}, 4).what, Decision::What::next_round);
  EXPECT_EQ(decide(task_of(), report_of({}, 3), {}, 3).what, Decision::What::done);
}

}  // namespace
}  // namespace assay::engine
