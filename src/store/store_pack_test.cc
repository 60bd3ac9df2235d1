// The pack, plans, landing and shipping: what results count for, and when they stop counting.
#include "store/conformance_test.h"

namespace assay::store {
namespace {

using enum model::Move;
using model::AcceptanceStatus;
using model::DeployState;
using model::MissionStatus;
using model::PackStatus;
using model::StoryState;
using model::ValidationState;

// A mission whose work is done and whose pack has been verified.
class StorePack : public StoreConformance {
 protected:
  model::MissionId verified_mission(AcceptanceStatus with = AcceptanceStatus::passed) {
    auto given = draft_with({planned("a"), planned("b")});
    given.checks.push_back(command_check("Lint", "make lint"));
    const auto id = must(store().create_mission(given, k_anna)).id;
    for (const auto& task : tasks(id)) moved(task.id, {start, complete});
    verified(id, with);
    return id;
  }
  void expect_all_pending(const model::MissionId& id) {
    const auto mission = must(store().mission(id));
    for (const auto& check : mission.pack.checks) EXPECT_EQ(check.status, AcceptanceStatus::pending) << check.title;
    EXPECT_EQ(mission.pack.status, PackStatus::pending);
    EXPECT_NE(mission.status, MissionStatus::ready_to_land);
    expect_sound();
  }
};

TEST_P(StorePack, ResultsAreKeptAndTold) {
  const auto id = verified_mission();
  const auto mission = must(store().mission(id));
  EXPECT_EQ(mission.status, MissionStatus::ready_to_land);
  EXPECT_EQ(mission.pack.checks[0].last_output, "out");
  EXPECT_EQ(mission.pack.checks[0].last_run_at, clock.now());
  const auto last = history(id).back();
  EXPECT_EQ(last.kind, model::CheckpointKind::acceptance_verified);
  EXPECT_EQ(last.title, "Acceptance passed");
  EXPECT_EQ(last.detail, "verified\npassed: Tests\npassed: Lint\nmission: awaiting_acceptance → ready_to_land");
  expect_sound();
}

TEST_P(StorePack, AFailedCheckBlocksAndASkippedOneDoesNot) {
  EXPECT_EQ(status(verified_mission(AcceptanceStatus::failed)), MissionStatus::blocked);
  EXPECT_EQ(status(verified_mission(AcceptanceStatus::skipped)), MissionStatus::ready_to_land);
}

TEST_P(StorePack, AnUnknownCheckChangesNothing) {
  const auto id = create({planned("a")}).id;
  const auto check = must(store().mission(id)).pack.checks[0].id;
  const std::vector<CheckResult> results = {{check, AcceptanceStatus::passed, ""},
                                            {model::CheckId("check-none"), AcceptanceStatus::passed, ""}};
  EXPECT_EQ(store().record_results(id, results, "", k_anna).error().code, Code::not_found);
  EXPECT_EQ(must(store().mission(id)).pack.checks[0].status, AcceptanceStatus::pending);
  expect_sound();
}

TEST_P(StorePack, ANewTaskMakesResultsStale) {
  const auto id = verified_mission();
  const auto task = add(id, "one more").id;
  EXPECT_EQ(status(id), MissionStatus::active);
  expect_all_pending(id);
  EXPECT_NE(history(id).back().detail.find("2 acceptance results no longer count"), std::string::npos);
  moved(task, {start, complete});
  EXPECT_EQ(status(id), MissionStatus::awaiting_acceptance) << "not ready to land on old evidence";
}

TEST_P(StorePack, ACheckerTaskDoesNotMakeResultsStale) {
  const auto id = verified_mission();
  TaskDraft given;
  given.task = planned("Check");
  given.checker_for = tasks(id)[0].id;
  must(store().add_task(given, k_anna));
  EXPECT_EQ(status(id), MissionStatus::ready_to_land);
}

TEST_P(StorePack, RetryingMakesResultsStale) {
  const auto id = verified_mission();
  const auto extra = add(id, "extra").id;
  moved(extra, {cancel});
  verified(id, AcceptanceStatus::passed);
  ASSERT_EQ(status(id), MissionStatus::ready_to_land);
  moved(extra, {retry});
  expect_all_pending(id);
}

TEST_P(StorePack, RejectingMakesResultsStale) {
  const auto id = verified_mission();
  const auto extra = add(id, "extra").id;
  moved(extra, {start, ready});
  verified(id, AcceptanceStatus::passed);
  moved(extra, {reject});
  expect_all_pending(id);
}

TEST_P(StorePack, WorkThatIsFinishedAfterTheVerificationMakesResultsStale) {
  for (const auto last : {accept, pass, cancel}) {
    const auto id = verified_mission();
    const auto extra = add(id, "extra").id;
    moved(extra, {start, ready});
    verified(id, AcceptanceStatus::passed);
    moved(extra, {last});
    EXPECT_EQ(status(id), MissionStatus::awaiting_acceptance) << name(last);
    expect_all_pending(id);
  }
}

TEST_P(StorePack, ChangingWhatACheckRunsMakesResultsStaleAndRewordingItDoesNot) {
  const auto id = verified_mission();
  auto check = must(store().mission(id)).pack.checks[0];
  check.title = "All tests";
  must(store().edit_check(id, check, k_anna));
  EXPECT_EQ(status(id), MissionStatus::ready_to_land);
  EXPECT_EQ(must(store().mission(id)).pack.checks[0].title, "All tests");
  check.command = "true";
  must(store().edit_check(id, check, k_anna));
  expect_all_pending(id);
  EXPECT_EQ(must(store().mission(id)).pack.checks[0].command, "true");
  EXPECT_EQ(history(id).back().kind, model::CheckpointKind::edited);
  EXPECT_NE(history(id).back().detail.find("was: command check \"All tests\": make test"), std::string::npos);
}

TEST_P(StorePack, AddingOrRemovingAChecksMakesResultsStale) {
  const auto added_to = verified_mission();
  must(store().add_checks(added_to, {command_check("More", "make more")}, k_anna, "forgotten"));
  expect_all_pending(added_to);
  const auto removed_from = verified_mission(AcceptanceStatus::failed);
  const auto first = must(store().mission(removed_from)).pack.checks[0].id;
  must(store().remove_check(removed_from, first, k_anna));
  expect_all_pending(removed_from);
  EXPECT_EQ(must(store().mission(removed_from)).pack.checks.size(), 1U);
  EXPECT_FALSE(store().remove_check(removed_from, first, k_anna));
}

TEST_P(StorePack, ChangedCriteriaMakeResultsStale) {
  const auto id = verified_mission();
  must(store().set_criteria(id, {"It works"}, k_anna, "the same"));
  EXPECT_EQ(status(id), MissionStatus::ready_to_land);
  must(store().set_criteria(id, {"It works", "It is fast"}, k_anna, "speed matters"));
  EXPECT_EQ(must(store().mission(id)).pack.criteria, (std::vector<std::string>{"It works", "It is fast"}));
  expect_all_pending(id);
}

TEST_P(StorePack, AddingTheSameChecksAgainAddsNothing) {
  const auto id = create().id;
  const auto before = must(store().mission(id));
  EXPECT_EQ(must(store().add_checks(id, before.pack.checks, k_anna, "again")).size(), 0U);
  EXPECT_EQ(must(store().mission(id)).version, before.version);
  EXPECT_EQ(must(store().add_checks(id, {command_check("x", "x"), command_check("x", "x")}, k_anna, "")).size(), 1U);
}

// ---- landing and shipping ----------------------------------------------------------------------

TEST_P(StorePack, OnlyAMissionThatIsReadyLands) {
  const auto id = create({planned("a")}).id;
  const auto refused = store().set_landed(id, "f00", k_anna);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::conflict);
  EXPECT_NE(refused.error().message.find("it is active, not ready_to_land"), std::string::npos);
  const auto done = verified_mission();
  must(store().set_hold(done, "merge conflict in a.cc", "engine"));
  EXPECT_EQ(status(done), MissionStatus::blocked);
  EXPECT_FALSE(store().set_landed(done, "f00", k_anna));
  must(store().set_hold(done, "", k_anna));
  must(store().set_landed(done, "f00", k_anna));
  EXPECT_FALSE(store().set_landed(done, "f00", k_anna)) << "twice";
  expect_sound();
}

TEST_P(StorePack, NothingOfThePackChangesAfterTheLanding) {
  const auto id = verified_mission();
  must(store().set_landed(id, "f00", k_anna));
  const auto check = must(store().mission(id)).pack.checks[0];
  const std::vector<CheckResult> results = {{check.id, AcceptanceStatus::failed, ""}};
  EXPECT_EQ(store().record_results(id, results, "", k_anna).error().code, Code::conflict);
  EXPECT_FALSE(store().edit_check(id, check, k_anna));
  EXPECT_FALSE(store().remove_check(id, check.id, k_anna));
  EXPECT_FALSE(store().add_checks(id, {command_check("x", "x")}, k_anna, ""));
  EXPECT_FALSE(store().set_criteria(id, {"x"}, k_anna, ""));
  EXPECT_FALSE(store().set_hold(id, "x", k_anna));
  EXPECT_EQ(status(id), MissionStatus::landed);
}

TEST_P(StorePack, AStoryIsShippedDeployedAndValidated) {
  const auto id = verified_mission();
  EXPECT_FALSE(store().set_deploy(id, DeployState::running, "", "engine")) << "not landed";
  must(store().set_shipping(id, true, k_anna));
  EXPECT_EQ(story(id), StoryState::shipping);
  EXPECT_FALSE(store().set_shipping(id, true, k_anna)) << "already";
  must(store().set_landed(id, "f00", k_anna));
  must(store().set_deploy(id, DeployState::running, "", "engine"));
  EXPECT_EQ(story(id), StoryState::shipping);
  must(store().set_deploy(id, DeployState::succeeded, "sha256:1", "engine"));
  must(store().set_shipping(id, false, "engine"));
  EXPECT_EQ(story(id), StoryState::deployed);
  must(store().set_validation(id, ValidationState::running, "", "engine"));
  EXPECT_EQ(story(id), StoryState::validating);
  must(store().set_validation(id, ValidationState::failed, "500 on /health", "engine"));
  EXPECT_EQ(story(id), StoryState::needs_fix);
  const auto mission = must(store().mission(id));
  EXPECT_EQ(mission.deploy_log, "sha256:1");
  EXPECT_EQ(mission.validation_report, "500 on /health");
  expect_sound();
}

TEST_P(StorePack, OnlyAShippableStoryShips) {
  const auto id = create({planned("a")}).id;
  const auto refused = store().set_shipping(id, true, k_anna);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::conflict);
  EXPECT_FALSE(store().close_mission(id, k_anna)) << "landed ones only";
}

TEST_P(StorePack, APolicyIsChangedAndTold) {
  const auto id = create().id;
  auto policy = model::default_policy(model::Mode::autopilot);
  must(store().set_policy(id, policy, k_anna));
  EXPECT_EQ(must(store().mission(id)).policy, policy);
  EXPECT_EQ(history(id).back().title, "Policy changed to autopilot");
  must(store().set_policy(id, policy, k_anna));
  EXPECT_EQ(history(id).size(), 2U) << "no change, no checkpoint";
}

// ---- plans -------------------------------------------------------------------------------------

TEST_P(StorePack, APlanBringsCriteriaChecksAndSubtasks) {
  auto given = draft_with({planned("p"), planned("q")});
  given.plan->tasks[1].parent = "p";
  given.plan->criteria = {"It works", "It is fast"};
  given.plan->checks = {given.checks[0], command_check("Bench", "make bench")};
  const auto mission = must(store().create_mission(given, k_anna));
  EXPECT_EQ(mission.pack.criteria, (std::vector<std::string>{"It works", "It is fast"}));
  EXPECT_EQ(mission.pack.checks.size(), 2U);
  const auto made = tasks(mission.id);
  EXPECT_EQ(made[1].parent, made[0].id);
}

TEST_P(StorePack, ABadPlanMakesNothing) {
  auto subtask_first = draft_with({planned("a"), planned("b")});
  subtask_first.plan->tasks[0].parent = "b";
  auto waits_for_parent = draft_with({planned("a"), planned("b", {"a"})});
  waits_for_parent.plan->tasks[1].parent = "a";
  const std::vector<std::pair<MissionDraft, std::string>> cases = {
      {draft_with({planned("a"), planned("a")}), "two tasks named \"a\""},
      {draft_with({planned("a", {"x"})}), "\"a\" depends on \"x\", which the plan does not have"},
      {draft_with({planned("a", {"a"})}), "\"a\" → \"a\""},
      {draft_with({planned("a", {"c"}), planned("b", {"a"}), planned("c", {"b"})}), "\"a\" → \"c\" → \"b\" → \"a\""},
      {draft_with({planned("")}), "task 1 of the plan has no name"},
      {subtask_first, "does not stand before it"},
      {waits_for_parent, "wait for each other"},
  };
  for (const auto& [given, words] : cases) {
    const auto made = store().create_mission(given, k_anna);
    ASSERT_FALSE(made) << words;
    EXPECT_EQ(made.error().code, Code::invalid_input);
    EXPECT_NE(made.error().message.find(words), std::string::npos) << made.error().message;
  }
  EXPECT_EQ(must(store().missions({})).missions.size(), 0U);
}

TEST_P(StorePack, ASecondPlanIsRefused) {
  const auto id = create({planned("a")}).id;
  model::Plan plan;
  plan.tasks = {planned("b")};
  EXPECT_EQ(store().attach_plan(id, plan, "{}", k_anna).error().code, Code::conflict);
  EXPECT_EQ(tasks(id).size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Drivers, StorePack, testing::ValuesIn(drivers()),
                         [](const auto& driver) { return driver.param.name; });

}  // namespace
}  // namespace assay::store
