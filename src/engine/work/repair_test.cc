#include "engine/work/repair.h"

#include <gtest/gtest.h>

namespace assay::engine {
namespace {

model::VerifiedCheck failed(std::string title, std::string command, std::string output) {
  model::VerifiedCheck check;
  check.title = std::move(title);
  check.kind = model::AcceptanceKind::command;
  check.subject = std::move(command);
  check.status = model::AcceptanceStatus::failed;
  check.reason = "A test failed.";
  check.last_output = std::move(output);
  return check;
}

model::Task done(std::string id) {
  model::Task task;
  task.id = model::TaskId(id);
  task.mission = model::MissionId("mission-1");
  task.name = "Work " + id;
  task.state = model::TaskState::completed;
  return task;
}

struct RepairScene : testing::Test {
  RepairScene() {
    mission.id = model::MissionId("mission-1");
    mission.policy.retry_budget = 2;
    tasks = {done("cart"), done("user")};
    traces = {{model::TaskId("cart"), {"src/cart.ts"}}, {model::TaskId("user"), {"src/user.ts"}}};
    verification.outcome = model::VerificationOutcome::failed;
  }
  Repair planned() { return plan_repair(mission, tasks, traces, accepted, verification); }
  // The plan's tasks as the store would have them once they were done.
  void do_all(const Repair& repair) {
    for (const auto& draft : repair.tasks) {
      auto task = done("fix" + std::to_string(tasks.size()));
      task.kind = model::TaskKind::fix;
      task.instructions = draft.task.instructions;
      tasks.push_back(task);
    }
  }
  model::Mission mission;
  std::vector<model::Task> tasks;
  std::vector<judge::TaskTrace> traces;
  std::vector<store::AcceptedWork> accepted;
  model::Verification verification;
};

TEST_F(RepairScene, AFailedCheckBecomesATaskThatIsToldEverything) {
  verification.checks = {failed("Tests pass", "npm test", "Error: expected 3, got 4\n  at src/cart.ts:9\n")};
  const auto repair = planned();
  ASSERT_EQ(repair.tasks.size(), 1U);
  const auto& task = repair.tasks[0].task;
  EXPECT_EQ(task.kind, model::TaskKind::fix);
  for (const auto* part : {"npm test", "A test failed.", "expected 3, got 4", "Work cart (cart)", "do not weaken"})
    EXPECT_NE(task.instructions.find(part), std::string::npos) << part;
  EXPECT_EQ(task.instructions.find("Work user"), std::string::npos);
  EXPECT_EQ(task.depends_on, (std::vector<std::string>{"cart", "user"})) << "it begins with all of the work";
  ASSERT_EQ(task.success_criteria.size(), 1U);
  EXPECT_EQ(task.success_criteria[0].evidence, model::EvidenceKind::command);
}

TEST_F(RepairScene, FailuresOfDifferentWorkAreDifferentTasks) {
  verification.checks = {failed("A", "make a", "error at src/cart.ts:9\n"),
                         failed("B", "make b", "error at src/user.ts:9\n")};
  EXPECT_EQ(planned().tasks.size(), 2U);
  verification.checks.push_back(failed("C", "make c", "error\n"));
  EXPECT_EQ(planned().tasks.size(), 1U) << "what may be anybody's is not mended side by side with the rest";
}

TEST_F(RepairScene, TheSameFailureIsNotMendedMoreOftenThanTheBudgetAllows) {
  for (int i = 0; i < 2; ++i) {
    verification.checks = {failed("Tests pass", "npm test", "error at src/cart.ts:" + std::to_string(10 + i) + "\n")};
    const auto repair = planned();
    ASSERT_EQ(repair.tasks.size(), 1U) << i;
    EXPECT_EQ(repair.hold, "");
    do_all(repair);
  }
  const auto last = planned();
  EXPECT_TRUE(last.tasks.empty());
  for (const auto* part : {"Tests pass", "2 fixes", "fix2", "fix3"})
    EXPECT_NE(last.hold.find(part), std::string::npos) << part;
}

TEST_F(RepairScene, AnotherFailureIsAnotherMatter) {
  for (int i = 0; i < 4; ++i) {
    verification.checks = {
        failed("Tests pass", "npm test",
               "error: " + std::string(1, static_cast<char>('a' + i)) + " is wrong in src/cart.ts\n")};
    const auto repair = planned();
    ASSERT_EQ(repair.tasks.size(), 1U) << i;
    do_all(repair);
  }
}

TEST_F(RepairScene, TheNextFixIsToldWhatWasTried) {
  verification.checks = {failed("Tests pass", "npm test", "error at src/cart.ts:1\n")};
  do_all(planned());
  tasks.back().checker_report = "changed the rounding";
  EXPECT_NE(planned().tasks.at(0).task.instructions.find("changed the rounding"), std::string::npos);
}

TEST_F(RepairScene, WhatAPersonAcceptedIsNotUndone) {
  auto gate = failed("Gate", "assay check", "");
  auto& finding = gate.findings.emplace_back();
  finding.rule = "tests.deleted";
  finding.severity = model::Severity::must_fix;
  finding.message = "A test is gone.";
  finding.spans.emplace_back().path = "src/cart.ts";
  finding.id = "f-0123456789ab";
  verification.checks = {gate};
  EXPECT_EQ(planned().tasks.size(), 1U);
  accepted = {{model::TaskId("cart"), "c0ffee", "worker:1", {}}, {model::TaskId("user"), "c0ffee", "person:anna", {}}};
  EXPECT_EQ(planned().tasks.size(), 1U) << "neither a checker nor what was accepted elsewhere holds it";
  accepted[0].actor = "person:anna";
  const auto held = planned();
  EXPECT_TRUE(held.tasks.empty());
  for (const auto* part :
       {"A test is gone.", "accepted by person:anna", "assay waive mission-1 f-0123456789ab", "assay task retry cart"})
    EXPECT_NE(held.hold.find(part), std::string::npos) << part;
  verification.checks = {failed("Tests pass", "npm test", "error at src/cart.ts:1\n")};
  EXPECT_EQ(planned().tasks.size(), 1U) << "a failing command is mended on top of accepted work";
}

model::CriterionProof unmet(std::string task, std::string id, std::string claim) {
  model::CriterionProof proof;
  proof.task = model::TaskId(task);
  proof.id = std::move(id);
  proof.claim = std::move(claim);
  proof.standing = model::CriterionStanding::failed;
  proof.evidence = "note.txt holds \"two\"";
  proof.found = "note.txt does not hold two.";
  return proof;
}

struct CriteriaScene : RepairScene {
  CriteriaScene() {
    mission.policy.mode = model::Mode::autopilot;
    verification.outcome = model::VerificationOutcome::needs_person;
    verification.criteria = {unmet("user", "SC-1", "the note says two")};
    auto& criterion = tasks[1].success_criteria.emplace_back();
    criterion.id = "SC-1";
    criterion.claim = "the note says two";
    criterion.evidence = model::EvidenceKind::grep;
    criterion.arguments = {{"pattern", "two"}, {"path", "note.txt"}};
  }
};

TEST_F(CriteriaScene, ACriterionThatFailedBecomesATaskWithItsEvidence) {
  const auto repair = planned();
  EXPECT_EQ(repair.hold, "");
  ASSERT_EQ(repair.tasks.size(), 1U);
  const auto& task = repair.tasks[0].task;
  ASSERT_EQ(task.success_criteria.size(), 1U);
  EXPECT_EQ(task.success_criteria[0].evidence, model::EvidenceKind::grep);
  for (const auto* part : {"the note says two", "note.txt does not hold two.", "Work user (user)"})
    EXPECT_NE(task.instructions.find(part), std::string::npos) << part;
  EXPECT_EQ(task.instructions.find("Work cart"), std::string::npos);
}

TEST_F(CriteriaScene, OnlyInAutopilotNobodyIsAsked) {
  mission.policy.mode = model::Mode::guided_autopilot;
  EXPECT_TRUE(planned().tasks.empty());
  // A fix that is made anyway is told of it.
  verification.outcome = model::VerificationOutcome::failed;
  verification.checks = {failed("Tests pass", "npm test", "error at src/user.ts:9\n")};
  ASSERT_EQ(planned().tasks.size(), 1U);
  EXPECT_EQ(planned().tasks[0].task.success_criteria.size(), 2U);
}

TEST_F(CriteriaScene, WhatAFailedCheckTellsIsNotToldAgain) {
  tasks[1].success_criteria[0].evidence = model::EvidenceKind::command;
  tasks[1].success_criteria[0].arguments = {{"command", "npm test"}};
  verification.outcome = model::VerificationOutcome::failed;
  verification.checks = {failed("Tests pass", "npm test", "error at src/user.ts:9\n")};
  ASSERT_EQ(planned().tasks.size(), 1U);
  EXPECT_EQ(planned().tasks[0].task.success_criteria.size(), 1U);
}

TEST_F(CriteriaScene, AfterTheBudgetAPersonIsAsked) {
  for (int i = 0; i < 2; ++i) {
    const auto repair = planned();
    ASSERT_EQ(repair.tasks.size(), 1U) << i;
    do_all(repair);
    verification.criteria[0].found += " Seen again.";
    // The fix has the same criterion.
    verification.criteria.push_back(unmet(tasks.back().id.text, "SC-1", "the note says two"));
  }
  EXPECT_TRUE(planned().tasks.empty());
  EXPECT_EQ(planned().hold, "") << "the verification asks by itself";
}

TEST_F(CriteriaScene, WhatAPersonAcceptedIsNotMended) {
  accepted = {{model::TaskId("user"), "c0ffee", "person:anna", {}}};
  EXPECT_TRUE(planned().tasks.empty());
  accepted[0].actor = "worker:1";
  EXPECT_EQ(planned().tasks.size(), 1U);
  auto& review = verification.checks.emplace_back();
  review.kind = model::AcceptanceKind::manual;
  EXPECT_EQ(planned().tasks.size(), 1U) << "asked, and not answered";
  review.status = model::AcceptanceStatus::passed;
  EXPECT_TRUE(planned().tasks.empty());
}

TEST_F(RepairScene, WhatAPersonRefusedHasNoCommand) {
  auto& review = verification.checks.emplace_back();
  review.title = "Operator review";
  review.kind = model::AcceptanceKind::manual;
  review.status = model::AcceptanceStatus::failed;
  review.reason = "person:anna: the colour is wrong";
  ASSERT_EQ(planned().tasks.size(), 1U);
  EXPECT_TRUE(planned().tasks[0].task.success_criteria.empty());
  EXPECT_NE(planned().tasks[0].task.instructions.find("the colour is wrong"), std::string::npos);
}

TEST_F(RepairScene, WhatDoesNotMergeIsAPersons) {
  verification.outcome = model::VerificationOutcome::conflict;
  verification.reason = "a.c: both.";
  EXPECT_NE(planned().hold.find("a.c: both."), std::string::npos);
}

TEST_F(RepairScene, WhatPassedOrWasNotRunIsNotMended) {
  verification.checks = {failed("A", "make a", "error\n")};
  for (const auto outcome : {model::VerificationOutcome::passed, model::VerificationOutcome::not_run,
                             model::VerificationOutcome::cancelled}) {
    verification.outcome = outcome;
    EXPECT_TRUE(planned().tasks.empty());
    EXPECT_EQ(planned().hold, "");
  }
}

}  // namespace
}  // namespace assay::engine
