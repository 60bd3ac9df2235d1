// Each test is named after the rule or the row of the life cycle that it holds to.
#include "model/mission.h"

#include <gtest/gtest.h>

namespace assay::model {
namespace {

using enum TaskState;

MissionFacts work(std::initializer_list<TaskState> states) {
  MissionFacts facts;
  for (const auto state : states) ++facts.work[state];
  return facts;
}
MissionFacts planned(std::initializer_list<TaskState> states) {
  auto facts = work(states);
  facts.has_plan = true;
  ++facts.planning[completed];
  return facts;
}
MissionFacts with(MissionFacts facts, PackStatus acceptance) {
  facts.acceptance = acceptance;
  return facts;
}

// ---- rules of the synchronisation --------------------------------------------------------------

TEST(Synchronisation, LandedAtSetMeansLandedWhateverTheTasksSay) {
  for (const auto state : {pending, running, failed, completed}) {
    auto facts = work({state});
    facts.landed = true;
    EXPECT_EQ(derive_status(facts), MissionStatus::landed);
  }
}

TEST(Synchronisation, NoExecutionTaskAndAnActivePlanningTaskMeansPlanning) {
  for (const auto state : {pending, running}) {
    MissionFacts facts;
    ++facts.planning[state];
    EXPECT_EQ(derive_status(facts), MissionStatus::planning);
  }
}

TEST(Synchronisation, ADirectRootTaskMeansActiveWithoutAPlan) {
  EXPECT_EQ(derive_status(work({pending})), MissionStatus::active);
  auto facts = work({running});
  ++facts.planning[running];
  EXPECT_EQ(derive_status(facts), MissionStatus::active);
}

TEST(Synchronisation, AnyTaskFailedOrBlockedMeansBlocked) {
  EXPECT_EQ(derive_status(work({completed, failed, running})), MissionStatus::blocked);
  EXPECT_EQ(derive_status(work({blocked, pending})), MissionStatus::blocked);
  MissionFacts planning;
  ++planning.planning[failed];
  EXPECT_EQ(derive_status(planning), MissionStatus::blocked);
}

TEST(Synchronisation, AnyTaskPendingOrRunningMeansActive) {
  EXPECT_EQ(derive_status(planned({completed, pending})), MissionStatus::active);
  EXPECT_EQ(derive_status(planned({completed, running})), MissionStatus::active);
}

TEST(Synchronisation, AReadyTaskIsInFlight) {
  EXPECT_EQ(derive_status(planned({completed, ready})), MissionStatus::active);
}

TEST(Synchronisation, OnlyThePlanningTaskRunningWithoutAPlanMeansPlanningAndWithAPlanActive) {
  MissionFacts facts;
  ++facts.planning[running];
  EXPECT_EQ(derive_status(facts), MissionStatus::planning);
  facts.has_plan = true;
  EXPECT_EQ(derive_status(facts), MissionStatus::active);
}

TEST(Synchronisation, AllCompletedAndAcceptanceFailedMeansBlocked) {
  EXPECT_EQ(derive_status(with(planned({completed}), PackStatus::failed)), MissionStatus::blocked);
}

TEST(Synchronisation, AllCompletedAndAcceptancePassedMeansReadyToLand) {
  EXPECT_EQ(derive_status(with(planned({completed, completed}), PackStatus::passed)), MissionStatus::ready_to_land);
}

TEST(Synchronisation, AllCompletedAndAcceptancePendingMeansAwaitingAcceptance) {
  EXPECT_EQ(derive_status(planned({completed})), MissionStatus::awaiting_acceptance);
}

TEST(Synchronisation, APlanButNoTasksRemainingMeansCompleted) {
  MissionFacts facts;
  facts.has_plan = true;
  EXPECT_EQ(derive_status(facts), MissionStatus::completed);
  EXPECT_EQ(derive_status(planned({cancelled, cancelled})), MissionStatus::completed);
}

TEST(Synchronisation, CancelledTasksDoNotCount) {
  EXPECT_EQ(derive_status(planned({completed, cancelled})), MissionStatus::awaiting_acceptance);
}

TEST(Synchronisation, ANewMissionWithNothingInItIsPlanning) {
  EXPECT_EQ(derive_status({}), MissionStatus::planning);
  EXPECT_EQ(derive_story({}), StoryState::pending);
}

TEST(Synchronisation, AMissionHeldForItsOwnReasonIsBlocked) {
  auto facts = planned({completed});
  facts.held = true;
  EXPECT_EQ(derive_status(facts), MissionStatus::blocked);
}

// ---- rows of the transition table --------------------------------------------------------------

TEST(Transition, PlanningToActiveWhenThePlanIsThere) {
  MissionFacts facts;
  ++facts.planning[running];
  ASSERT_EQ(derive_status(facts), MissionStatus::planning);
  EXPECT_EQ(derive_status(planned({pending, pending})), MissionStatus::active);
}

TEST(Transition, PlanningToActiveWhenADirectRootTaskBegins) {
  ASSERT_EQ(derive_status({}), MissionStatus::planning);
  EXPECT_EQ(derive_status(work({running})), MissionStatus::active);
}

TEST(Transition, ActiveToBlockedAndBackWhenTheFailedTaskIsRetried) {
  ASSERT_EQ(derive_status(planned({running, completed})), MissionStatus::active);
  ASSERT_EQ(derive_status(planned({failed, completed})), MissionStatus::blocked);
  EXPECT_EQ(derive_status(planned({pending, completed})), MissionStatus::active);
}

TEST(Transition, ActiveToAwaitingAcceptanceWhenAllTasksComplete) {
  ASSERT_EQ(derive_status(planned({running})), MissionStatus::active);
  EXPECT_EQ(derive_status(planned({completed})), MissionStatus::awaiting_acceptance);
}

TEST(Transition, AwaitingAcceptanceToReadyToLandOrBlocked) {
  const auto facts = planned({completed});
  EXPECT_EQ(derive_status(with(facts, PackStatus::passed)), MissionStatus::ready_to_land);
  EXPECT_EQ(derive_status(with(facts, PackStatus::failed)), MissionStatus::blocked);
}

TEST(Transition, BlockedByAcceptanceToActiveByARetry) {
  ASSERT_EQ(derive_status(with(planned({completed}), PackStatus::failed)), MissionStatus::blocked);
  EXPECT_EQ(derive_status(with(planned({completed, pending}), PackStatus::failed)), MissionStatus::active);
}

TEST(Transition, ReadyToLandToLandedToCompleted) {
  auto facts = with(planned({completed}), PackStatus::passed);
  ASSERT_EQ(derive_status(facts), MissionStatus::ready_to_land);
  facts.landed = true;
  EXPECT_EQ(derive_status(facts), MissionStatus::landed);
  facts.closed = true;
  EXPECT_EQ(derive_status(facts), MissionStatus::completed);
}

// ---- the story ---------------------------------------------------------------------------------

TEST(Story, PendingUntilATaskStarts) {
  EXPECT_EQ(derive_story(planned({pending, pending})), StoryState::pending);
  EXPECT_EQ(derive_story(planned({running, pending})), StoryState::in_progress);
  EXPECT_EQ(derive_story(planned({completed, pending})), StoryState::in_progress);
  EXPECT_EQ(derive_story(planned({failed})), StoryState::in_progress);
}

TEST(Story, ShippableOnlyWhenAllTasksAreCompletedAndThePackPassed) {
  EXPECT_EQ(derive_story(planned({completed})), StoryState::in_progress);
  EXPECT_EQ(derive_story(with(planned({completed, ready}), PackStatus::passed)), StoryState::in_progress);
  EXPECT_EQ(derive_story(with(planned({completed}), PackStatus::passed)), StoryState::shippable);
}

TEST(Story, ShippingThenDeployedThenValidatingThenReviewReadyOrNeedsFix) {
  auto facts = with(planned({completed}), PackStatus::passed);
  facts.shipping = true;
  EXPECT_EQ(derive_story(facts), StoryState::shipping);
  facts.landed = true;
  facts.deploy = DeployState::running;
  EXPECT_EQ(derive_story(facts), StoryState::shipping);
  facts.deploy = DeployState::succeeded;
  EXPECT_EQ(derive_story(facts), StoryState::deployed);
  facts.validation = ValidationState::running;
  EXPECT_EQ(derive_story(facts), StoryState::validating);
  facts.validation = ValidationState::passed;
  EXPECT_EQ(derive_story(facts), StoryState::review_ready);
  facts.validation = ValidationState::failed;
  EXPECT_EQ(derive_story(facts), StoryState::needs_fix);
}

TEST(Story, AFailedDeployNeedsAFix) {
  auto facts = with(planned({completed}), PackStatus::passed);
  facts.shipping = facts.landed = true;
  facts.deploy = DeployState::failed;
  EXPECT_EQ(derive_story(facts), StoryState::needs_fix);
}

TEST(Story, CheckersAndValidationTasksAreNotCounted) {
  Task task;
  task.mission = MissionId("mission-a");
  EXPECT_EQ(counted(task), Counted::work);
  task.kind = TaskKind::planning;
  EXPECT_EQ(counted(task), Counted::planning);
  task.kind = TaskKind::validation;
  EXPECT_EQ(counted(task), Counted::nowhere);
  Task checker;
  checker.kind = TaskKind::checker;
  checker.checker_for = TaskId("task-a");
  EXPECT_EQ(counted(checker), Counted::nowhere);
}

// ---- the pack ----------------------------------------------------------------------------------

CheckCounts checks(std::initializer_list<AcceptanceStatus> statuses) {
  CheckCounts counts;
  for (const auto status : statuses) ++counts[status];
  return counts;
}

TEST(Pack, PendingWhileOneHasNotRunAndNoneFailed) {
  using enum AcceptanceStatus;
  EXPECT_EQ(pack_status(checks({AcceptanceStatus::pending, passed})), PackStatus::pending);
  EXPECT_EQ(pack_status(checks({})), PackStatus::pending) << "no checks prove nothing";
}

TEST(Pack, PassedWhenEveryOnePassedOrWasSkipped) {
  using enum AcceptanceStatus;
  EXPECT_EQ(pack_status(checks({passed, skipped, passed})), PackStatus::passed);
}

TEST(Pack, FailedWhenOneFailedEvenBesidePendingOnes) {
  EXPECT_EQ(pack_status(checks({AcceptanceStatus::failed, AcceptanceStatus::pending})), PackStatus::failed);
}

}  // namespace
}  // namespace assay::model
