#include "store/conformance_test.h"

namespace assay::store {

using namespace model;

TEST_P(StoreConformance, BudgetsArePartOfThePolicy) {
  auto given = draft();
  given.policy.budget = {5.5, 1'000'000'000'000, 3'600'000, 40};
  const auto id = must(store().create_mission(given, k_anna)).id;
  EXPECT_EQ(must(store().mission(id)).policy, given.policy);
  given.policy.task_budget = {0.5, 20, 30, 1};
  must(store().set_policy(id, given.policy, k_anna));
  EXPECT_EQ(must(store().mission(id)).policy, given.policy);
  EXPECT_NE(history(id).back().detail.find("budget of a task 0.50 USD"), std::string::npos);
}

TEST_P(StoreConformance, AProposedPlanWaitsAndIsApprovedWhole) {
  const auto id = create().id;
  EXPECT_FALSE(must(store().proposal(id)));
  must(store().propose_plan(id, "{\"tasks\":[]}", "claude", "waits for you", "worker:1"));
  EXPECT_EQ(status(id), MissionStatus::blocked);
  const auto waiting = must(store().proposal(id));
  ASSERT_TRUE(waiting);
  EXPECT_EQ(waiting->agent, "claude");
  EXPECT_EQ(waiting->plan, "{\"tasks\":[]}");
  model::Plan plan;
  plan.tasks = {planned("a")};
  must(store().approve_plan(id, plan, "{}", k_anna));
  EXPECT_EQ(status(id), MissionStatus::active);
  EXPECT_FALSE(must(store().proposal(id)));
  EXPECT_EQ(tasks(id).size(), 1U);
  EXPECT_EQ(store().approve_plan(id, plan, "{}", k_anna).error().code, Code::conflict);
  EXPECT_EQ(store().propose_plan(id, "{}", "x", "y", k_anna).error().code, Code::conflict);
  expect_sound();
}

TEST_P(StoreConformance, APlanThatIsSentBackIsMadeAgainWithTheReason) {
  const auto id = create().id;
  must(store().propose_plan(id, "{\"tasks\":[1]}", "claude", "waits for you", "worker:1"));
  const auto task = must(store().replan(id, "too many tasks", k_anna));
  EXPECT_EQ(task.kind, TaskKind::planning);
  EXPECT_EQ(task.agent.instructions, "too many tasks");
  EXPECT_EQ(must(store().task(task.id)).context, "{\"tasks\":[1]}");
  EXPECT_EQ(status(id), MissionStatus::planning);
  EXPECT_FALSE(must(store().proposal(id)));
  EXPECT_EQ(store().replan(id, "again", k_anna).error().code, Code::conflict) << "it is being planned";
  expect_sound();
}

TEST_P(StoreConformance, AMissionIsPlannedByOneAtATime) {
  const auto id = create().id;
  must(store().propose_plan(id, "{\"tasks\":[1]}", "claude", "waits for you", "worker:1"));
  const auto first = must(store().replan(id, "too many tasks", k_anna));
  must(store().move_task({first.id, Move::block, "no answer", ""}, k_anna));
  must(store().replan(id, "try once more", k_anna));
  const auto again = store().move_task({first.id, Move::retry, "", ""}, k_anna);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, Code::conflict);
  EXPECT_NE(again.error().message.find("is being planned already"), std::string::npos);
  expect_sound();
}

}  // namespace assay::store
