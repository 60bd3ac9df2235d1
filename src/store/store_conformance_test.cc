// What a store does, whatever the driver: missions, tasks, statuses that follow, history.
#include "store/conformance_test.h"

namespace assay::store {
namespace {

using enum model::Move;
using model::AcceptanceStatus;
using model::MissionStatus;
using model::StoryState;
using model::TaskState;
using Kinds = std::vector<std::string>;

TEST_P(StoreConformance, AMissionIsReadAsItWasWritten) {
  auto given = draft();
  given.policy = model::default_policy(model::Mode::autopilot);
  given.policy.retry_budget = 7;
  given.policy.ship_by = model::ShipBy::automatic;
  given.pack_summary = "What done means";
  given.criteria = {"One", "Two"};
  const auto id = must(store().create_mission(given, k_anna)).id;
  reopen();
  const auto mission = must(store().mission(id));
  EXPECT_TRUE(mission.id.text.starts_with("mission-"));
  EXPECT_EQ(mission.title, given.title);
  EXPECT_EQ(mission.prompt, given.prompt);
  EXPECT_EQ(mission.repository, "/repo");
  EXPECT_EQ(mission.base_commit, "abc");
  EXPECT_EQ(mission.target_branch, "main");
  EXPECT_EQ(mission.policy, given.policy);
  EXPECT_EQ(mission.pack.summary, "What done means");
  EXPECT_EQ(mission.pack.criteria, given.criteria);
  ASSERT_EQ(mission.pack.checks.size(), 1U);
  EXPECT_EQ(mission.pack.checks[0].command, "make test");
  EXPECT_EQ(mission.pack.checks[0].path, std::nullopt);
  EXPECT_TRUE(mission.pack.checks[0].id.text.starts_with("check-"));
  EXPECT_EQ(mission.created_at, Time{1'700'000'000'000});
  EXPECT_EQ(mission.plan, std::nullopt);
  EXPECT_EQ(mission.status, MissionStatus::planning);
  EXPECT_EQ(kinds(id), (Kinds{"created"}));
  expect_sound();
}

TEST_P(StoreConformance, ATaskIsReadAsItWasWritten) {
  const auto mission = create();
  const auto other = add(mission.id, "other");
  TaskDraft given;
  given.mission = mission.id;
  given.task = planned("build", {other.id.text});
  given.task.kind = model::TaskKind::research;
  given.task.acceptance_criteria = "make test passes";
  given.task.success_criteria = {
      {"SC-1", "it \"greps\"", model::EvidenceKind::grep, {{"pattern", "a\\b"}, {"path", "src"}}}};
  given.task.files_modified = {"src/**", "docs/\"x\".md"};
  given.task.agent = {"claude", "be brief", 0.5};
  given.task.timeout_ms = 600'000;
  given.task.max_attempts = 4;
  given.repository_url = "https://example.org/r.git";
  const auto id = must(store().add_task(given, k_anna)).id;
  reopen();
  const auto task = must(store().task(id));
  EXPECT_EQ(task.mission, mission.id);
  EXPECT_EQ(task.name, "build");
  EXPECT_EQ(task.kind, model::TaskKind::research);
  EXPECT_EQ(task.instructions, "Do build");
  EXPECT_EQ(task.acceptance_criteria, "make test passes");
  EXPECT_EQ(task.success_criteria, given.task.success_criteria);
  EXPECT_EQ(task.files_modified, given.task.files_modified);
  EXPECT_EQ(task.depends_on, (std::vector{other.id}));
  EXPECT_EQ(task.agent.type, "claude");
  EXPECT_EQ(task.agent.instructions, "be brief");
  EXPECT_EQ(task.agent.max_budget_usd, 0.5);
  EXPECT_EQ(task.timeout_ms, 600'000);
  EXPECT_EQ(task.max_attempts, 4U);
  EXPECT_EQ(task.repository_url, "https://example.org/r.git");
  EXPECT_EQ(task.state, TaskState::pending);
}

TEST_P(StoreConformance, TheWholeLifeOfAMissionWithAPlan) {
  const auto id = create({planned("a"), planned("b", {"a"})}).id;
  EXPECT_EQ(status(id), MissionStatus::active);
  EXPECT_EQ(story(id), StoryState::pending);
  const auto made = tasks(id);
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(made[1].depends_on, (std::vector{made[0].id}));
  moved(made[0].id, {start, ready, accept});
  EXPECT_EQ(story(id), StoryState::in_progress);
  moved(made[1].id, {start, complete});
  EXPECT_EQ(status(id), MissionStatus::awaiting_acceptance);
  verified(id, AcceptanceStatus::passed);
  EXPECT_EQ(status(id), MissionStatus::ready_to_land);
  EXPECT_EQ(story(id), StoryState::shippable);
  must(store().set_landed(id, "f00", k_anna));
  EXPECT_EQ(status(id), MissionStatus::landed);
  EXPECT_EQ(must(store().mission(id)).landed_commit, "f00");
  must(store().close_mission(id, k_anna));
  EXPECT_EQ(status(id), MissionStatus::completed);
  EXPECT_EQ(kinds(id), (Kinds{"created", "plan_materialized", "task_started", "task_progress", "task_completed",
                              "task_started", "task_completed", "acceptance_verified", "landed", "decided"}));
  expect_sound();
}

INSTANTIATE_TEST_SUITE_P(Drivers, StoreConformance, testing::ValuesIn(drivers()),
                         [](const auto& driver) { return driver.param.name; });

}  // namespace
}  // namespace assay::store
