// The pack, plans, landing and shipping: what results count for, and when they stop counting.
#include "store/conformance_test.h"
#include "store/plans.h"
#include "store/waivers.h"

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
    const auto id = must(store().change(k_anna).missions().add(given)).id;
    for (const auto& task : tasks(id)) moved(task.id, {start, complete});
    verified(id, with);
    return id;
  }
  void expect_all_pending(const model::MissionId& id) {
    const auto mission = must(store().missions().find(id));
    for (const auto& check : mission.pack.checks) EXPECT_EQ(check.status, AcceptanceStatus::pending) << check.title;
    EXPECT_EQ(mission.pack.status, PackStatus::pending);
    EXPECT_NE(mission.status, MissionStatus::ready_to_land);
    expect_sound();
  }
};

TEST_P(StorePack, ResultsAreKeptAndTold) {
  const auto id = verified_mission();
  const auto mission = must(store().missions().find(id));
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

TEST_P(StorePack, APersonWaivesAFindingAndTheGateIsAskedAgain) {
  const auto id = verified_mission(AcceptanceStatus::failed);
  model::Waiver waiver;
  waiver.finding = "f-0123456789ab";
  waiver.reason = "moved to another repository";
  for (const auto* who : {"worker:host-1", "checker:task-1", "agent:claude", "person"}) {
    EXPECT_EQ(store().change(who).waivers().add(id, waiver).error().code, Code::invalid_input) << who;
  }
  EXPECT_EQ(status(id), MissionStatus::blocked);
  must(store().change(k_anna).waivers().add(id, waiver));
  expect_all_pending(id);
  EXPECT_EQ(status(id), MissionStatus::awaiting_acceptance);
  const auto kept = must(store().waivers().of(id));
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0].by, k_anna);
  EXPECT_EQ(kept[0].reason, "moved to another repository");
  EXPECT_EQ(kept[0].origin, model::WaiverOrigin::mission);
  EXPECT_EQ(history(id).back().title, "Waived: finding f-0123456789ab");
  EXPECT_EQ(store().change(k_anna).waivers().add(id, waiver).error().code, Code::conflict);
  EXPECT_TRUE(must(store().waivers().of(verified_mission())).empty()) << "of its own mission alone";
}

TEST_P(StorePack, AnUnknownCheckChangesNothing) {
  const auto id = create({planned("a")}).id;
  const auto check = must(store().missions().find(id)).pack.checks[0].id;
  const std::vector<CheckResult> results = {{check, AcceptanceStatus::passed, ""},
                                            {model::CheckId("check-none"), AcceptanceStatus::passed, ""}};
  EXPECT_EQ(record_results(id, results, "").error().code, Code::not_found);
  EXPECT_EQ(must(store().missions().find(id)).pack.checks[0].status, AcceptanceStatus::pending);
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
  must(store().change(k_anna).tasks().add(given));
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
  auto check = must(store().missions().find(id)).pack.checks[0];
  check.title = "All tests";
  must(store().change(k_anna).packs().edit_check(id, check));
  EXPECT_EQ(status(id), MissionStatus::ready_to_land);
  EXPECT_EQ(must(store().missions().find(id)).pack.checks[0].title, "All tests");
  check.command = "true";
  must(store().change(k_anna).packs().edit_check(id, check));
  expect_all_pending(id);
  EXPECT_EQ(must(store().missions().find(id)).pack.checks[0].command, "true");
  EXPECT_EQ(history(id).back().kind, model::CheckpointKind::edited);
  EXPECT_NE(history(id).back().detail.find("was: command check \"All tests\": make test"), std::string::npos);
}

TEST_P(StorePack, AddingOrRemovingAChecksMakesResultsStale) {
  const auto added_to = verified_mission();
  must(store().change(k_anna).packs().add_checks(added_to, {command_check("More", "make more")}, "forgotten"));
  expect_all_pending(added_to);
  const auto removed_from = verified_mission(AcceptanceStatus::failed);
  const auto first = must(store().missions().find(removed_from)).pack.checks[0].id;
  must(store().change(k_anna).packs().remove_check(removed_from, first, "not here"));
  expect_all_pending(removed_from);
  EXPECT_EQ(must(store().missions().find(removed_from)).pack.checks.size(), 1U);
  EXPECT_FALSE(store().change(k_anna).packs().remove_check(removed_from, first, "not here"));
}

TEST_P(StorePack, WhatAPersonTakesAwayOrChangesIsKnown) {
  const auto id = verified_mission();
  const auto checks = must(store().missions().find(id)).pack.checks;
  must(store().change(k_anna).packs().remove_check(id, checks[1].id, "another team's"));
  auto changed = checks[0];
  changed.command = "make test-fast";
  must(store().change(k_anna).packs().edit_check(id, changed));
  changed.detail = "only the words differ";
  must(store().change(k_anna).packs().edit_check(id, changed));
  const auto removed = must(store().missions().find(id)).pack.removed;
  ASSERT_EQ(removed.size(), 2U);
  EXPECT_TRUE(same_check(removed[0].check, checks[1]));
  EXPECT_EQ(removed[0].reason, "another team's");
  EXPECT_EQ(removed[0].actor, k_anna);
  EXPECT_TRUE(same_check(removed[1].check, checks[0]));
  expect_sound();
}

TEST_P(StorePack, AnAnswerIsKeptForItsWorkAndTheLastOneCounts) {
  const auto id = verified_mission();
  const auto check = must(store().missions().find(id)).pack.checks[0].id;
  must(store().change(k_anna).packs().answer_check(id, {check, AcceptanceStatus::failed, "", "wrong", "one", {}}));
  expect_all_pending(id);
  must(store().change(k_anna).packs().answer_check(id, {check, AcceptanceStatus::passed, "", "right", "two", {}}));
  const auto pack = must(store().missions().find(id)).pack;
  const auto* answer = answer_to(pack, check);
  ASSERT_NE(answer, nullptr);
  EXPECT_EQ(answer->answer, AcceptanceStatus::passed);
  EXPECT_EQ(answer->reason, "right");
  EXPECT_EQ(answer->work, "two");
  EXPECT_EQ(answer->actor, k_anna);
  EXPECT_EQ(pack.answers.size(), 1U);
  EXPECT_EQ(history(id).back().kind, model::CheckpointKind::decided);
  EXPECT_EQ(answer_to(pack, model::CheckId("check-none")), nullptr);
  expect_sound();
}

TEST_P(StorePack, TheAcceptedCommitOfATaskIsKept) {
  const auto id = create({planned("a"), planned("b")}).id;
  const auto all = tasks(id);
  moved(all[0].id, {start, ready});
  TaskMove accepting{all[0].id, accept, "looked", {}};
  accepting.commit = "c0ffee";
  must(store().change(k_anna).tasks().move(accepting));
  moved(all[1].id, {start, complete});
  const auto accepted = must(store().tasks().accepted_work(id));
  ASSERT_EQ(accepted.size(), 1U);
  EXPECT_EQ(accepted[0].task, all[0].id);
  EXPECT_EQ(accepted[0].commit, "c0ffee");
  EXPECT_EQ(accepted[0].actor, k_anna);
  expect_sound();
}

TEST_P(StorePack, ATaskIsEditedUntilItIsHandedIn) {
  const auto id = create({planned("a")}).id;
  const auto task = tasks(id)[0].id;
  TaskEdit edit;
  edit.instructions = "Do it otherwise";
  edit.files_modified = std::vector<std::string>{"src/**"};
  const auto changed = must(store().change(k_anna).tasks().edit(task, edit));
  EXPECT_EQ(changed.instructions, "Do it otherwise");
  EXPECT_EQ(must(store().tasks().find(task)).files_modified, (std::vector<std::string>{"src/**"}));
  EXPECT_EQ(history(id).back().kind, model::CheckpointKind::edited);
  moved(task, {start});
  EXPECT_EQ(store().change(k_anna).tasks().edit(task, edit).error().code, Code::conflict);
  expect_sound();
}

TEST_P(StorePack, ChangedCriteriaMakeResultsStale) {
  const auto id = verified_mission();
  must(store().change(k_anna).packs().set_criteria(id, {"It works"}, "the same"));
  EXPECT_EQ(status(id), MissionStatus::ready_to_land);
  must(store().change(k_anna).packs().set_criteria(id, {"It works", "It is fast"}, "speed matters"));
  EXPECT_EQ(must(store().missions().find(id)).pack.criteria, (std::vector<std::string>{"It works", "It is fast"}));
  expect_all_pending(id);
}

TEST_P(StorePack, AddingTheSameChecksAgainAddsNothing) {
  const auto id = create().id;
  const auto before = must(store().missions().find(id));
  EXPECT_EQ(must(store().change(k_anna).packs().add_checks(id, before.pack.checks, "again")).size(), 0U);
  EXPECT_EQ(must(store().missions().find(id)).version, before.version);
  EXPECT_EQ(must(store().change(k_anna).packs().add_checks(id, {command_check("x", "x"), command_check("x", "x")}, ""))
                .size(),
            1U);
}

// ---- landing and shipping ----------------------------------------------------------------------

TEST_P(StorePack, OnlyAMissionThatIsReadyLands) {
  const auto id = create({planned("a")}).id;
  const auto refused = land(id, "f00");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::conflict);
  EXPECT_NE(refused.error().message.find("it is active, not ready_to_land"), std::string::npos);
  const auto done = verified_mission();
  must(store().change("engine").missions().set_hold(done, "merge conflict in a.cc"));
  EXPECT_EQ(status(done), MissionStatus::blocked);
  EXPECT_FALSE(land(done, "f00"));
  must(store().change(k_anna).missions().set_hold(done, ""));
  must(land(done, "f00"));
  EXPECT_FALSE(land(done, "f00")) << "twice";
  expect_sound();
}

TEST_P(StorePack, NothingOfThePackChangesAfterTheLanding) {
  const auto id = verified_mission();
  must(land(id, "f00"));
  const auto check = must(store().missions().find(id)).pack.checks[0];
  const std::vector<CheckResult> results = {{check.id, AcceptanceStatus::failed, ""}};
  EXPECT_EQ(record_results(id, results, "").error().code, Code::conflict);
  EXPECT_FALSE(store().change(k_anna).packs().edit_check(id, check));
  EXPECT_FALSE(store().change(k_anna).packs().remove_check(id, check.id, ""));
  EXPECT_FALSE(store().change(k_anna).packs().add_checks(id, {command_check("x", "x")}, ""));
  EXPECT_FALSE(store().change(k_anna).packs().set_criteria(id, {"x"}, ""));
  EXPECT_FALSE(store().change(k_anna).missions().set_hold(id, "x"));
  EXPECT_EQ(status(id), MissionStatus::landed);
}

TEST_P(StorePack, AStoryIsShippedDeployedAndValidated) {
  const auto id = verified_mission();
  EXPECT_FALSE(store().change("engine").missions().set_deploy(id, DeployState::running, "")) << "not landed";
  must(store().change(k_anna).missions().set_shipping(id, true));
  EXPECT_EQ(story(id), StoryState::shipping);
  EXPECT_FALSE(store().change(k_anna).missions().set_shipping(id, true)) << "already";
  must(land(id, "f00"));
  must(store().change("engine").missions().set_deploy(id, DeployState::running, ""));
  EXPECT_EQ(story(id), StoryState::shipping);
  must(store().change("engine").missions().set_deploy(id, DeployState::succeeded, "sha256:1"));
  must(store().change("engine").missions().set_shipping(id, false));
  EXPECT_EQ(story(id), StoryState::deployed);
  must(store().change("engine").missions().set_validation(id, ValidationState::running, ""));
  EXPECT_EQ(story(id), StoryState::validating);
  must(store().change("engine").missions().set_validation(id, ValidationState::failed, "500 on /health"));
  EXPECT_EQ(story(id), StoryState::needs_fix);
  const auto mission = must(store().missions().find(id));
  EXPECT_EQ(mission.deploy_log, "sha256:1");
  EXPECT_EQ(mission.validation_report, "500 on /health");
  expect_sound();
}

TEST_P(StorePack, OnlyAShippableStoryShips) {
  const auto id = create({planned("a")}).id;
  const auto refused = store().change(k_anna).missions().set_shipping(id, true);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::conflict);
  EXPECT_FALSE(store().change(k_anna).missions().close(id)) << "landed ones only";
}

TEST_P(StorePack, APolicyIsChangedAndTold) {
  const auto id = create().id;
  auto policy = model::default_policy(model::Mode::autopilot);
  must(store().change(k_anna).missions().set_policy(id, policy));
  EXPECT_EQ(must(store().missions().find(id)).policy, policy);
  EXPECT_EQ(history(id).back().title, "Policy changed to autopilot");
  must(store().change(k_anna).missions().set_policy(id, policy));
  EXPECT_EQ(history(id).size(), 2U) << "no change, no checkpoint";
}

// ---- plans -------------------------------------------------------------------------------------

TEST_P(StorePack, APlanBringsCriteriaChecksAndSubtasks) {
  auto given = draft_with({planned("p"), planned("q")});
  given.plan->tasks[1].parent = "p";
  given.plan->criteria = {"It works", "It is fast"};
  given.plan->checks = {given.checks[0], command_check("Bench", "make bench")};
  const auto mission = must(store().change(k_anna).missions().add(given));
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
    const auto made = store().change(k_anna).missions().add(given);
    ASSERT_FALSE(made) << words;
    EXPECT_EQ(made.error().code, Code::invalid_input);
    EXPECT_NE(made.error().message.find(words), std::string::npos) << made.error().message;
  }
  EXPECT_EQ(must(store().missions().list({})).missions.size(), 0U);
}

TEST_P(StorePack, ASecondPlanIsRefused) {
  const auto id = create({planned("a")}).id;
  model::Plan plan;
  plan.tasks = {planned("b")};
  EXPECT_EQ(store().change(k_anna).plans().approve(id, plan, "{}").error().code, Code::conflict);
  EXPECT_EQ(tasks(id).size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Drivers, StorePack, testing::ValuesIn(drivers()),
                         [](const auto& driver) { return driver.param.name; });

}  // namespace
}  // namespace assay::store
