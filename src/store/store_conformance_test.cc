// What a store does, whatever the driver: missions, tasks, statuses that follow, history.
#include <algorithm>
#include <map>

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
  given.policy.parallel_tasks = 5;
  given.pack_summary = "What done means";
  given.criteria = {"One", "Two"};
  const auto id = must(store().change(k_anna).missions().add(given)).id;
  reopen();
  const auto mission = must(store().missions().find(id));
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
  const auto id = must(store().change(k_anna).tasks().add(given)).id;
  reopen();
  const auto task = must(store().tasks().find(id));
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
  must(land(id, "f00"));
  EXPECT_EQ(status(id), MissionStatus::landed);
  EXPECT_EQ(must(store().missions().find(id)).landed_commit, "f00");
  must(store().change(k_anna).missions().close(id));
  EXPECT_EQ(status(id), MissionStatus::completed);
  EXPECT_EQ(kinds(id), (Kinds{"created", "plan_materialized", "task_started", "task_progress", "task_completed",
                              "task_started", "task_completed", "acceptance_verified", "landed", "decided"}));
  expect_sound();
}

// ---- texts -------------------------------------------------------------------------------------

TEST_P(StoreConformance, TextsOfAnyBytesAreKept) {
  auto given = draft();
  given.prompt =
      std::string("a\0b", 3) + "\xF0\x9F\x9A\x80 \xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D" + std::string(1 << 21, 'x');
  given.criteria = {std::string("nul \0 inside", 12)};
  const auto id = must(store().change(std::string("person:\0x", 9)).missions().add(given)).id;
  reopen();
  const auto mission = must(store().missions().find(id));
  EXPECT_TRUE(mission.prompt == given.prompt);
  EXPECT_EQ(mission.pack.criteria, given.criteria);
  EXPECT_EQ(history(id)[0].actor, std::string("person:\0x", 9));
  expect_sound();
}

TEST_P(StoreConformance, WhatIsNotUtf8IsRepaired) {
  auto given = draft();
  given.title = "caf\xE9";
  given.prompt = "bad \xFF byte";
  const auto mission = must(store().change("person:\xFE").missions().add(given));
  EXPECT_EQ(mission.title, "caf\xEF\xBF\xBD");
  EXPECT_EQ(mission.prompt, "bad \xEF\xBF\xBD byte");
  const auto task = add(mission.id, "t\xFFsk").id;
  EXPECT_EQ(must(store().tasks().find(task)).name, "t\xEF\xBF\xBDsk");
  must(move(task, block, "why\xFF"));
  EXPECT_EQ(must(store().tasks().find(task)).reason, "why\xEF\xBF\xBD");
  expect_sound();
}

TEST_P(StoreConformance, AMissionWithoutATitleTakesThePlansOrThePromptsFirstLine) {
  auto given = draft_with({});
  given.title = "";
  given.prompt = "First line\nsecond line";
  EXPECT_EQ(must(store().change(k_anna).missions().add(given)).title, "First line");
  given.plan->title = "The plan's";
  EXPECT_EQ(must(store().change(k_anna).missions().add(given)).title, "The plan's");
}

TEST_P(StoreConformance, TenThousandTasksInAChain) {
  std::vector<model::PlannedTask> plan;
  for (int i = 0; i < 10'000; ++i) {
    plan.push_back(planned(cat("t", i), i == 0 ? std::vector<std::string>{} : std::vector{cat("t", i - 1)}));
  }
  const auto id = create(std::move(plan)).id;
  const auto made = tasks(id);
  ASSERT_EQ(made.size(), 10'000U);
  EXPECT_EQ(made[9'999].depends_on, (std::vector{made[9'998].id}));
  EXPECT_FALSE(move(made[1].id, start));
  moved(made[0].id, {start, complete});
  EXPECT_TRUE(move(made[1].id, start));
  EXPECT_EQ(must(store().missions().find(id)).facts.work[TaskState::pending], 9'998U);
  expect_sound();
}

// ---- lists and names ---------------------------------------------------------------------------

TEST_P(StoreConformance, MissionsAreListedNewestFirstInPages) {
  std::vector<model::MissionId> made;
  for (int i = 0; i < 7; ++i) made.push_back(create().id);
  MissionFilter filter;
  filter.limit = 3;
  std::vector<model::MissionId> seen;
  std::vector<size_t> sizes;
  do {
    const auto page = must(store().missions().list(filter));
    for (const auto& mission : page.missions) seen.push_back(mission.id);
    sizes.push_back(page.missions.size());
    filter.before = page.next;
  } while (!filter.before.empty());
  EXPECT_EQ(seen, std::vector(made.rbegin(), made.rend()));
  EXPECT_EQ(sizes, (std::vector<size_t>{3, 3, 1}));
  filter.before = "nonsense";
  EXPECT_EQ(store().missions().list(filter).error().code, Code::invalid_input);
}

TEST_P(StoreConformance, MissionsAreFilteredByStatusStoryAndText) {
  const auto planning = create().id;
  const auto active = create({planned("a")}).id;
  const auto started = create({planned("a")}).id;
  moved(tasks(started)[0].id, {start});
  auto odd = draft();
  odd.prompt = "Mend the CAPITAL letters";
  const auto other = must(store().change(k_anna).missions().add(odd)).id;
  const auto listed = [&](const MissionFilter& filter) {
    std::vector<model::MissionId> ids;
    for (const auto& mission : must(store().missions().list(filter)).missions) ids.push_back(mission.id);
    return ids;
  };
  using Ids = std::vector<model::MissionId>;
  MissionFilter by_status;
  by_status.status = MissionStatus::active;
  EXPECT_EQ(listed(by_status), (Ids{started, active}));
  MissionFilter by_story;
  by_story.story = StoryState::pending;
  EXPECT_EQ(listed(by_story), (Ids{other, active, planning}));
  by_status.story = StoryState::pending;
  EXPECT_EQ(listed(by_status), (Ids{active}));
  MissionFilter by_text;
  by_text.text = "capital";
  EXPECT_EQ(listed(by_text), (Ids{other}));
  by_text.text = "100%_";
  EXPECT_EQ(listed(by_text), (Ids{}));
}

TEST_P(StoreConformance, TasksAreFilteredByState) {
  const auto id = create({planned("a"), planned("b")}).id;
  moved(tasks(id)[1].id, {start});
  TaskFilter filter;
  filter.state = TaskState::running;
  const auto found = must(store().tasks().of(id, filter));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].name, "b");
}

TEST_P(StoreConformance, AnIdIsFoundByAnyUniquePrefix) {
  EXPECT_EQ(store().missions().resolve("").error().code, Code::not_found);
  const auto first = create().id;
  const auto id = create({planned("a")}).id;
  EXPECT_EQ(must(store().missions().resolve("")), id) << "the latest";
  EXPECT_EQ(must(store().missions().resolve(id.text)), id);
  EXPECT_EQ(must(store().missions().resolve(id.text.substr(0, 16))), id);
  EXPECT_EQ(must(store().missions().resolve(id.text.substr(8, 8))), id);
  EXPECT_EQ(must(store().missions().resolve(first.text.substr(8))), first);
  const auto task = tasks(id)[0].id;
  EXPECT_EQ(must(store().tasks().resolve(task.text.substr(5, 6))), task);
  EXPECT_EQ(must(store().tasks().resolve(task.text)), task);
  for (const auto* nothing : {"mission-1", "%", "_", "zzzzzzzzzzzzz", "a'b", "mission--"}) {
    EXPECT_EQ(store().missions().resolve(nothing).error().code, Code::not_found) << nothing;
  }
  EXPECT_EQ(store().tasks().resolve("").error().code, Code::invalid_input);
  EXPECT_NE(store().tasks().resolve("0").error().message.find("see assay task list"), std::string::npos);
}

TEST_P(StoreConformance, AnAmbiguousPrefixListsTheCandidates) {
  create(std::vector<model::PlannedTask>(1, planned("one")));
  for (int i = 0; i < 40; ++i) create({planned("some task")});  // 41 names, 32 first letters
  std::map<char, int> letters;
  for (const auto& mission : must(store().missions().list({})).missions) ++letters[mission.id.text[8]];
  for (const auto& [letter, count] : letters) {
    const auto found = store().missions().resolve(std::string(1, letter));
    if (count == 1) {
      EXPECT_TRUE(found);
      continue;
    }
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Code::conflict);
    EXPECT_NE(found.error().message.find("Add a health endpoint"), std::string::npos) << found.error().message;
    EXPECT_EQ(static_cast<int>(split_lines(found.error().message).size()), 1 + std::min(count, 6));
  }
  const auto many = store().tasks().resolve("task-").error().message;
  EXPECT_EQ(split_lines(many).size(), 7U) << "five and a sign that more follow";
}

// ---- history -----------------------------------------------------------------------------------

TEST_P(StoreConformance, CheckpointsAreNumberedAndReadInPages) {
  const auto id = create({planned("a"), planned("b")}).id;
  for (const auto& task : tasks(id)) moved(task.id, {start, complete});
  const auto all = history(id);
  ASSERT_EQ(all.size(), 6U);
  for (size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].number, i + 1);
    EXPECT_EQ(all[i].id.text, cat("checkpoint-", id.text.substr(8), "-", i + 1));
  }
  const auto page = must(store().history().checkpoints(id, 2, 3));
  ASSERT_EQ(page.size(), 3U);
  EXPECT_EQ(page[0].number, 3U);
  const auto head = must(store().history().head(id));
  EXPECT_EQ(head.count, 6U);
  EXPECT_EQ(head.hash, all.back().hash);
  EXPECT_EQ(store().history().checkpoints(model::MissionId("mission-none"), 0, 1).error().code, Code::not_found);
}

TEST_P(StoreConformance, WalkingTheHistoryStopsAtTheFirstError) {
  create();
  create();
  int seen = 0;
  const auto walked = store().history().walk(
      std::nullopt,
      [&](const model::Checkpoint&) -> Result<void> { return ++seen == 1 ? corrupt("here") : corrupt("too far"); },
      [](const audit::Head&) -> Result<void> { return {}; });
  ASSERT_FALSE(walked);
  EXPECT_EQ(walked.error().message, "here");
  create();  // and no transaction stays open
}

TEST_P(StoreConformance, ExamineCountsWhatIsThere) {
  create({planned("a"), planned("b")});
  const auto health = must(store().examine());
  EXPECT_TRUE(health.driver.starts_with(GetParam().name)) << health.driver;
  EXPECT_GE(health.schema, 1);
  EXPECT_EQ(health.missions, 1U);
  EXPECT_EQ(health.tasks, 2U);
  EXPECT_EQ(health.checkpoints, 2U);
  EXPECT_TRUE(health.faults.empty());
}

INSTANTIATE_TEST_SUITE_P(Drivers, StoreConformance, testing::ValuesIn(drivers()),
                         [](const auto& driver) { return driver.param.name; });

}  // namespace
}  // namespace assay::store
