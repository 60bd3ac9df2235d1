#include "engine/work/task_moves.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace assay::engine {
namespace {

using agents::End;
using model::Move;

class AfterARun : public testing::Test {
 protected:
  AfterARun() {
    task.id = model::TaskId("task-a");
    task.mission = model::MissionId("mission-a");
    run.report.end = End::succeeded;
    run.files_changed = {"a.txt", "b.txt"};
    run.agent = "claude";
    run.commit = "abc";
    run.branch = "assay/x/y";
    mission.policy = model::default_policy(model::Mode::autopilot);
  }
  store::JobFinish finish() { return moves_after(run, {task, &mission, policy, tries, interruption, Time{1'000'000}}); }
  // "fail retry"
  std::string moves() {
    std::vector<std::string> out;
    for (const auto& move : finish().moves) out.emplace_back(name(move.move));
    return join(out, " ");
  }

  model::Task task;
  model::Mission mission;
  TaskRun run;
  WorkPolicy policy;
  AttemptCounts tries;
  Interruption interruption = Interruption::none;
};

TEST_F(AfterARun, DoneWorkIsReadyForItsCheckWithTheFilesInTheHistory) {
  EXPECT_EQ(moves(), "ready");
  EXPECT_NE(finish().moves[0].detail.find("2 files changed: a.txt, b.txt"), std::string::npos);
}

TEST_F(AfterARun, ASubtaskAndAStudyAreCompletedAtOnce) {
  task.parent = model::TaskId("task-p");
  EXPECT_EQ(moves(), "complete");
  task.parent = {};
  task.kind = model::TaskKind::research;
  run.files_changed.clear();
  EXPECT_EQ(moves(), "complete");
}

TEST_F(AfterARun, WhatAStudyOrItsSubtasksChangedIsChecked) {
  task.kind = model::TaskKind::research;
  EXPECT_EQ(moves(), "ready");
}

TEST_F(AfterARun, ClaimedSuccessWithoutAChangeIsAFailure) {
  run.files_changed.clear();
  EXPECT_EQ(moves(), "fail");
  EXPECT_NE(finish().moves[0].reason.find("nothing has changed"), std::string::npos);
}

TEST_F(AfterARun, AQuestionForAPersonIsWaitedFor) {
  run.files_changed.clear();
  run.questions = {"Two or three?"};
  EXPECT_EQ(moves(), "block");
  ASSERT_EQ(finish().questions.size(), 1U);
  EXPECT_EQ(finish().questions[0].text, "Two or three?");
  run.report.end = End::failed;
  EXPECT_EQ(moves(), "fail") << "a run that did not end well is tried again or fails";
}

TEST_F(AfterARun, WhatWasChangedOutsideFailsTheTaskForGoodHoweverItEnded) {
  run.disorder.push_back({BranchProblem::What::changed_outside, "Refs were changed.", "Look at it."});
  task.max_attempts = 5;
  for (const auto end :
       {agents::End::succeeded, agents::End::rate_limited, agents::End::timed_out, agents::End::cancelled}) {
    run.report.end = end;
    const auto out = finish();
    ASSERT_EQ(out.moves.size(), 1U) << agents::name(end);
    EXPECT_EQ(out.moves[0].move, Move::fail) << agents::name(end);
    EXPECT_EQ(out.moves[0].reason, "Refs were changed. Look at it.");
    EXPECT_EQ(out.retries, 0U);
  }
}

TEST_F(AfterARun, ABranchInDisorderIsAFailureThatSaysWhat) {
  run.disorder.push_back({BranchProblem::What::switched_branch, "It is on another branch.", "It was put aside."});
  EXPECT_EQ(moves(), "fail");
  EXPECT_EQ(finish().moves[0].reason, "It is on another branch. It was put aside.");
}

TEST_F(AfterARun, AFailureIsTriedAgainAsOftenAsTheTaskAllows) {
  run.report.end = End::failed;
  EXPECT_EQ(moves(), "fail");
  task.max_attempts = 3;
  tries.counted = 2;
  EXPECT_EQ(moves(), "fail retry");
  EXPECT_EQ(finish().retries, 1U);
  EXPECT_EQ(finish().moves[1].not_before, (Time{1'000'000 + 10'000})) << "twice the delay at the second try";
  tries.counted = 3;
  EXPECT_EQ(moves(), "fail");
}

TEST_F(AfterARun, WhatMayPassIsTriedAgainWithinTheMissionsBudget) {
  run.report.end = End::model_error;
  EXPECT_EQ(moves(), "fail retry");
  mission.retries = 3;
  EXPECT_EQ(moves(), "fail");
  EXPECT_NE(finish().moves[0].reason.find("3 retries are used up"), std::string::npos);
}

TEST_F(AfterARun, TheMissionsBudgetBoundsAllOfThem) {
  run.report.end = End::failed;
  task.max_attempts = 50;
  mission.retries = mission.policy.retry_budget;
  EXPECT_EQ(moves(), "fail");
}

TEST_F(AfterARun, WhoIsAskedToWaitWaitsAndUsesNoAttempt) {
  run.report.end = End::rate_limited;
  run.report.retry_after = std::chrono::seconds(90);
  tries.waits_in_a_row = 1;
  EXPECT_EQ(moves(), "release");
  EXPECT_EQ(finish().moves[0].not_before, (Time{1'000'000 + 90'000}));
  EXPECT_EQ(finish().retries, 0U);
  run.report.retry_after.reset();
  tries.waits_in_a_row = 3;
  EXPECT_EQ(finish().moves[0].not_before, (Time{1'000'000 + 120'000}));
  tries.waits_in_a_row = 48;
  EXPECT_EQ(moves(), "block");
}

TEST_F(AfterARun, WhatAPersonHasToSettleBlocks) {
  for (const auto end : {End::budget, End::turns, End::not_allowed, End::could_not_start}) {
    run.report.end = end;
    task.max_attempts = 9;
    EXPECT_EQ(moves(), "block") << agents::name(end);
  }
}

TEST_F(AfterARun, AStoppedWorkerGivesBackAndAStalledTaskFails) {
  run.report.end = End::cancelled;
  interruption = Interruption::stopped;
  EXPECT_EQ(moves(), "release");
  interruption = Interruption::stalled;
  EXPECT_EQ(moves(), "fail");
  policy.stalled = StallPolicy::retry;
  EXPECT_EQ(moves(), "fail retry");
  interruption = Interruption::none;
  run.report.end = End::unclear;
  EXPECT_EQ(moves(), "fail") << "no word on how it ended is no success";
}

TEST_F(AfterARun, AQuestionParksTheTaskWithWhatWasDone) {
  run.questions = {"Which database?"};
  EXPECT_EQ(moves(), "block");
  EXPECT_EQ(finish().moves[0].reason, "waits for an answer: Which database?");
  ASSERT_EQ(finish().questions.size(), 1U);
  EXPECT_EQ(finish().questions[0].task, task.id);
  run.report.end = End::rate_limited;
  EXPECT_EQ(moves(), "release") << "it did not come to its end";
}

TEST(TriesOfARound, WaitsAndCancelledRunsDoNotCount) {
  std::vector<model::Run> runs(5);
  runs[0].end = "failed";
  runs[1].end = "rate_limited";
  runs[2].end = "cancelled";
  runs[3].end = "rate_limited";
  runs[4].round = 2;
  const auto tries = attempts_so_far(runs, 1);
  EXPECT_EQ(tries.counted, 2U) << "the failed one and the one that just ended";
  EXPECT_EQ(tries.waits_in_a_row, 2U);
}

TEST(Backoff, DoublesUpToAnHour) {
  EXPECT_EQ(backoff_ms(5'000, 1), 5'000);
  EXPECT_EQ(backoff_ms(5'000, 3), 20'000);
  EXPECT_EQ(backoff_ms(5'000, 60), 3'600'000);
}

}  // namespace
}  // namespace assay::engine
