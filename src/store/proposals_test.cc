#include "store/conformance_test.h"
#include "store/plans.h"

namespace assay::store {

using namespace model;

namespace {

JobFinish proposing(std::string plan) {
  JobFinish out;
  out.proposal = Proposal{};
  out.proposal->plan = std::move(plan);
  out.proposal->agent = "claude";
  out.hold = "waits for you";
  return out;
}

}  // namespace

TEST_P(StoreConformance, BudgetsArePartOfThePolicy) {
  auto given = draft();
  given.policy.budget = {5.5, 1'000'000'000'000, 3'600'000, 40};
  const auto id = must(store().change(k_anna).missions().add(given)).id;
  EXPECT_EQ(must(store().missions().find(id)).policy, given.policy);
  given.policy.task_budget = {0.5, 20, 30, 1};
  must(store().change(k_anna).missions().set_policy(id, given.policy));
  EXPECT_EQ(must(store().missions().find(id)).policy, given.policy);
  EXPECT_NE(history(id).back().detail.find("budget of a task 0.50 USD"), std::string::npos);
}

TEST_P(StoreConformance, AProposedPlanWaitsAndIsApprovedWhole) {
  const auto id = create().id;
  EXPECT_FALSE(must(store().plans().proposal(id)));
  must(finish_job(id, proposing("{\"tasks\":[]}")));
  EXPECT_EQ(status(id), MissionStatus::blocked);
  const auto waiting = must(store().plans().proposal(id));
  ASSERT_TRUE(waiting);
  EXPECT_EQ(waiting->agent, "claude");
  EXPECT_EQ(waiting->plan, "{\"tasks\":[]}");
  model::Plan plan;
  plan.tasks = {planned("a")};
  must(store().change(k_anna).plans().approve(id, plan, "{}"));
  EXPECT_EQ(status(id), MissionStatus::active);
  EXPECT_FALSE(must(store().plans().proposal(id)));
  EXPECT_EQ(tasks(id).size(), 1U);
  EXPECT_EQ(store().change(k_anna).plans().approve(id, plan, "{}").error().code, Code::conflict);
  expect_sound();
}

TEST_P(StoreConformance, APlanThatIsSentBackIsMadeAgainWithTheReason) {
  const auto id = create().id;
  must(finish_job(id, proposing("{\"tasks\":[1]}")));
  const auto task = must(store().change(k_anna).plans().replan(id, "too many tasks"));
  EXPECT_EQ(task.kind, TaskKind::planning);
  EXPECT_EQ(task.agent.instructions, "too many tasks");
  EXPECT_EQ(must(store().tasks().find(task.id)).context, "{\"tasks\":[1]}");
  EXPECT_EQ(status(id), MissionStatus::planning);
  EXPECT_FALSE(must(store().plans().proposal(id)));
  EXPECT_EQ(store().change(k_anna).plans().replan(id, "again").error().code, Code::conflict) << "it is being planned";
  expect_sound();
}

TEST_P(StoreConformance, AMissionIsPlannedByOneAtATime) {
  const auto id = create().id;
  must(finish_job(id, proposing("{\"tasks\":[1]}")));
  const auto first = must(store().change(k_anna).plans().replan(id, "too many tasks"));
  must(store().change(k_anna).tasks().move({first.id, Move::block, "no answer", ""}));
  must(store().change(k_anna).plans().replan(id, "try once more"));
  const auto again = store().change(k_anna).tasks().move({first.id, Move::retry, "", ""});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, Code::conflict);
  EXPECT_NE(again.error().message.find("is being planned already"), std::string::npos);
  expect_sound();
}

TEST_P(StoreConformance, PlanningThatWaitsIsDueWhenAPersonAsks) {
  const auto id = create().id;
  must(finish_job(id, proposing("{}")));
  must(store().change(k_anna).plans().replan(id, "too many tasks"));
  ClaimRequest request;
  request.worker = "worker:1";
  request.only = id;
  const auto claim = must(store().change().jobs().claim(request));
  ASSERT_TRUE(claim);
  JobFinish given_back;
  given_back.moves = {{claim->task->id, Move::release, "a limit", {}, {}, Time{clock.now().ms + 600'000}}};
  must(store().change("worker:1").jobs().finish(claim->job.token, given_back));
  EXPECT_FALSE(must(store().change().jobs().claim(request))) << "it waits";
  must(store().change(k_anna).plans().hurry(id));
  const auto again = must(store().change().jobs().claim(request));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->task->id, claim->task->id);
  expect_sound();
}

}  // namespace assay::store
