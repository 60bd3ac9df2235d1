// Jobs: what is due, who gets it, what a lost lease means. Checkers and costs, which go with them.
#include "store/conformance_test.h"
#include "store/jobs.h"
#include "store/runs.h"

namespace assay::store {
namespace {

using enum model::Move;
using model::JobKind;
using model::JobState;
using model::MissionStatus;
using model::Mode;
using model::TaskState;

constexpr std::int64_t k_lease = 60'000;

class StoreJobs : public StoreConformance {
 protected:
  static ClaimRequest by(std::string worker) {
    ClaimRequest request;
    request.worker = std::move(worker);
    request.lease_ms = k_lease;
    return request;
  }
  model::Mission autopilot(std::vector<model::PlannedTask> tasks, std::uint32_t parallel = 8) {
    auto given = draft_with(std::move(tasks));
    given.policy = model::default_policy(Mode::autopilot);
    given.policy.parallel_tasks = parallel;
    return must(store().change(k_anna).missions().add(given));
  }
  std::optional<Claim> claim(std::string worker = "worker:1") {
    return must(store().change().jobs().claim(by(std::move(worker))));
  }
  std::string claimed_name(std::string worker = "worker:1") {
    const auto got = claim(std::move(worker));
    return got ? got->task->name : "nothing";
  }
  void finish(const Claim& claim, std::vector<TaskMove> moves) {
    JobFinish out;
    out.moves = std::move(moves);
    must(store().change("worker:1").jobs().finish(claim.job.token, out));
  }
  void finish(const Claim& claim, model::Move move) { finish(claim, {{claim.task->id, move, {}, {}}}); }
  model::TaskState state(const model::TaskId& id) { return must(store().tasks().find(id)).state; }
  std::vector<model::Job> open() { return must(store().jobs().list({})); }
};

TEST_P(StoreJobs, ATaskIsQueuedWithItsMissionAndStartedByItsClaim) {
  const auto id = autopilot({planned("a")}).id;
  ASSERT_EQ(open().size(), 1U);
  EXPECT_EQ(open()[0].mission, id);
  const auto got = claim();
  ASSERT_TRUE(got);
  EXPECT_EQ(got->task->state, TaskState::running);
  EXPECT_EQ(got->task->attempt, 1U);
  EXPECT_EQ(got->job.lease_until, (Time{clock.now().ms + k_lease}));
  EXPECT_EQ(kinds(id).back(), "task_started");
  EXPECT_FALSE(claim("worker:2")) << "one job, one worker";
  expect_sound();
}

TEST_P(StoreJobs, DependentsAreQueuedByTheCompletionTheyWaitFor) {
  autopilot({planned("a"), planned("b", {"a"}), planned("c", {"a", "b"})});
  EXPECT_EQ(open().size(), 1U);
  const auto a = claim();
  EXPECT_EQ(a->task->name, "a");
  EXPECT_FALSE(claim());
  finish(*a, complete);
  const auto b = claim();
  EXPECT_EQ(b->task->name, "b");
  EXPECT_FALSE(claim());
  finish(*b, complete);
  EXPECT_EQ(claimed_name(), "c");
  expect_sound();
}

TEST_P(StoreJobs, AParentWaitsForItsPartsAndTheyForWhatItWaitsFor) {
  auto first = planned("first");
  auto parent = planned("parent", {"first"});
  auto part = planned("part");
  part.parent = "parent";
  autopilot({first, parent, part});
  const auto a = claim();
  EXPECT_EQ(a->task->name, "first");
  EXPECT_FALSE(claim());
  finish(*a, complete);
  const auto b = claim();
  EXPECT_EQ(b->task->name, "part");
  EXPECT_FALSE(claim());
  finish(*b, complete);
  EXPECT_EQ(claimed_name(), "parent");
}

TEST_P(StoreJobs, MissionsTakeTurnsTheOneServedLongestAgoFirst) {
  const auto one = autopilot({planned("1a"), planned("1b"), planned("1c")});
  const auto two = autopilot({planned("2a"), planned("2b")});
  std::vector<std::string> order;
  for (int i = 0; i < 5; ++i) order.push_back(claimed_name());
  EXPECT_EQ(order, (std::vector<std::string>{"1a", "2a", "1b", "2b", "1c"}));
  EXPECT_EQ(claimed_name(), "nothing");
}

TEST_P(StoreJobs, AMissionRunsAsManyTasksAsItsPolicyAllows) {
  autopilot({planned("a"), planned("b"), planned("c")}, 2);
  const auto a = claim();
  EXPECT_TRUE(claim());
  EXPECT_FALSE(claim());
  finish(*a, complete);
  EXPECT_EQ(claimed_name(), "c");
}

TEST_P(StoreJobs, AHeldMissionWaitsAndGoesOnWhenTheHoldIsLifted) {
  const auto id = autopilot({planned("a")}).id;
  must(store().change(k_anna).missions().set_hold(id, "paused by anna"));
  EXPECT_FALSE(claim());
  must(store().change(k_anna).missions().set_hold(id, ""));
  EXPECT_EQ(claimed_name(), "a");
}

TEST_P(StoreJobs, TasksOfAManualMissionAreForPeopleAndForWhoNamesTheMission) {
  const auto id = create({planned("a"), planned("b")}).id;
  EXPECT_FALSE(claim());
  auto request = by("worker:1");
  request.only = id;
  EXPECT_EQ(must(store().change().jobs().claim(request))->task->name, "a");
  moved(tasks(id)[1].id, {start});
  EXPECT_TRUE(open().size() == 1 && open()[0].state == JobState::leased) << "started by hand: no job";
  moved(tasks(id)[1].id, {ready});
  ASSERT_EQ(open().size(), 2U);
  const auto check = claim("worker:2");
  EXPECT_FALSE(check) << "one at a time in a manual mission";
  moved(tasks(id)[0].id, {cancel});
  EXPECT_EQ(claimed_name("worker:2"), "Check: b") << "checkers run in every mode";
}

TEST_P(StoreJobs, WhatAMissionMayDoMoreIsSeenAtOnce) {
  const auto by_hand = create({planned("a")}).id;
  const auto narrow = autopilot({planned("b"), planned("c")}, 1).id;
  EXPECT_EQ(claimed_name(), "b");
  EXPECT_EQ(claimed_name(), "nothing");
  auto policy = must(store().missions().find(narrow)).policy;
  policy.parallel_tasks = 2;
  must(store().change(k_anna).missions().set_policy(narrow, policy));
  EXPECT_EQ(claimed_name(), "c");
  EXPECT_EQ(claimed_name(), "nothing");
  must(store().change(k_anna).missions().set_policy(by_hand, model::default_policy(Mode::autopilot)));
  EXPECT_EQ(claimed_name(), "a");
  expect_sound();
}

TEST_P(StoreJobs, WhoTakesLessHidesNothingFromWhoTakesMore) {
  autopilot({planned("a")});
  auto request = by("worker:1");
  request.kinds = {JobKind::verify};
  EXPECT_FALSE(must(store().change().jobs().claim(request)));
  request.kinds = {JobKind::task};
  request.work = false;
  EXPECT_FALSE(must(store().change().jobs().claim(request)));
  EXPECT_EQ(claimed_name(), "a");
}

TEST_P(StoreJobs, WhatWaitsForItsTimeOrForAPersonHidesNothing) {
  for (int i = 0; i < 150; ++i) create({planned("by hand")});
  for (int i = 0; i < 150; ++i) {
    must(store().change().jobs().enqueue({JobKind::ship, "", create().id, Time{clock.now().ms + 5'000}, {}}));
  }
  autopilot({planned("a")});
  EXPECT_EQ(claimed_name(), "a");
  EXPECT_FALSE(claim());
  clock.advance(5'000);
  for (int i = 0; i < 150; ++i) ASSERT_TRUE(claim()) << i;
  EXPECT_FALSE(claim());
}

TEST_P(StoreJobs, NothingIsTakenOnBeforeItsTime) {
  autopilot({planned("a")});
  const auto a = claim();
  const Time later{clock.now().ms + 5'000};
  finish(*a, {{a->task->id, fail, "out of memory", {}}, {a->task->id, retry, {}, {}, {}, later}});
  EXPECT_FALSE(claim());
  clock.advance(4'999);
  EXPECT_FALSE(claim());
  clock.advance(1);
  EXPECT_EQ(claim()->task->attempt, 2U);
}

TEST_P(StoreJobs, AReleasedTaskHasUsedNoAttempt) {
  const auto id = autopilot({planned("a")}).id;
  const auto a = claim();
  finish(*a, {{a->task->id, release, "asked to wait", {}, {}, Time{clock.now().ms + 1}}});
  EXPECT_EQ(state(a->task->id), TaskState::pending);
  EXPECT_EQ(must(store().tasks().find(a->task->id)).attempt, 0U);
  EXPECT_EQ(kinds(id).back(), "task_progress");
  clock.advance(1);
  EXPECT_EQ(claim()->task->attempt, 1U);
  expect_sound();
}

TEST_P(StoreJobs, AnExpiredLeaseIsTakenOverOnceAndTheAttemptCounts) {
  const auto id = autopilot({planned("a")}).id;
  const auto first = claim("worker:1");
  clock.advance(k_lease);
  EXPECT_FALSE(claim("worker:2")) << "it holds to the end";
  clock.advance(1);
  const auto second = claim("worker:2");
  ASSERT_TRUE(second);
  EXPECT_TRUE(second->again);
  EXPECT_EQ(second->task->state, TaskState::running);
  EXPECT_EQ(second->task->attempt, 2U);
  EXPECT_FALSE(claim("worker:3"));
  const auto last = history(id).back();
  EXPECT_EQ(last.title, "Picked up again: a");
  EXPECT_EQ(last.detail, "worker:1 is gone; attempt 2, round 1");
  const auto late = store().change("worker:1").jobs().finish(first->job.token, {});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, Code::conflict);
  EXPECT_EQ(store().change().jobs().renew(first->job.token, k_lease).error().code, Code::conflict);
  finish(*second, complete);
  EXPECT_EQ(state(second->task->id), TaskState::completed);
  expect_sound();
}

TEST_P(StoreJobs, RenewingKeepsTheLeaseAndBeatsForTheTask) {
  autopilot({planned("a")});
  const auto a = claim();
  clock.advance(k_lease - 1);
  must(store().change().jobs().renew(a->job.token, k_lease));
  EXPECT_EQ(must(store().tasks().find(a->task->id)).heartbeat_at, clock.now());
  clock.advance(k_lease - 1);
  EXPECT_FALSE(claim("worker:2"));
}

TEST_P(StoreJobs, ATaskThatTakesItsWorkersDownIsNotTriedForEver) {
  const auto id = autopilot({planned("a")}).id;
  claim();
  int taken = 1;
  for (; taken < 100; ++taken) {
    clock.advance(k_lease + 1);
    if (!claim()) break;
  }
  EXPECT_EQ(taken, 8);
  EXPECT_EQ(tasks(id)[0].state, TaskState::failed);
  EXPECT_NE(tasks(id)[0].reason.find("gone 8 times"), std::string::npos);
  EXPECT_TRUE(open().empty());
  expect_sound();
}

TEST_P(StoreJobs, WhatAPersonDecidesEndsTheLease) {
  autopilot({planned("a")});
  const auto a = claim();
  moved(a->task->id, {cancel});
  EXPECT_EQ(store().change().jobs().renew(a->job.token, k_lease).error().code, Code::conflict);
  JobFinish late;
  late.moves = {{a->task->id, complete, {}, {}}};
  EXPECT_EQ(store().change("worker:1").jobs().finish(a->job.token, late).error().code, Code::conflict);
  EXPECT_EQ(state(a->task->id), TaskState::cancelled);
  EXPECT_TRUE(open().empty());
}

TEST_P(StoreJobs, AFinishIsAppliedWholeOrNotAtAll) {
  const auto id = autopilot({planned("a")}).id;
  const auto a = claim();
  const auto before = history(id).size();
  JobFinish bad;
  bad.moves = {{a->task->id, complete, {}, {}}, {a->task->id, accept, {}, {}}};
  EXPECT_FALSE(store().change("worker:1").jobs().finish(a->job.token, bad));
  EXPECT_EQ(state(a->task->id), TaskState::running);
  EXPECT_EQ(history(id).size(), before);
  finish(*a, complete);
}

TEST_P(StoreJobs, AVerificationIsDueWhenAllWorkIsDoneAndAgainWhenItIsOtherWork) {
  const auto id = autopilot({planned("a")}).id;
  finish(*claim(), complete);
  ASSERT_EQ(status(id), MissionStatus::awaiting_acceptance);
  ASSERT_EQ(open().size(), 1U);
  EXPECT_EQ(open()[0].kind, JobKind::verify);
  const auto verify = claim();
  EXPECT_EQ(verify->job.kind, JobKind::verify);
  verified(id, model::AcceptanceStatus::passed);
  must(store().change("worker:1").jobs().finish(verify->job.token, {}));
  EXPECT_EQ(status(id), MissionStatus::ready_to_land);
  EXPECT_TRUE(open().empty());
  must(store().change(k_anna).packs().add_checks(id, {command_check("Lint", "make lint")}, ""));
  ASSERT_EQ(open().size(), 1U);
  EXPECT_EQ(open()[0].kind, JobKind::verify);
}

TEST_P(StoreJobs, AJobOfAnyKindIsQueuedOnceUnderItsName) {
  const auto id = create().id;
  JobDraft news{JobKind::ship, "ship:x", id, {}, "{\"n\":1}"};
  must(store().change().jobs().enqueue(news));
  must(store().change().jobs().enqueue(news));
  EXPECT_EQ(open().size(), 1U);
  news.name.clear();
  must(store().change().jobs().enqueue(news));
  must(store().change().jobs().enqueue(news));
  EXPECT_EQ(open().size(), 3U);
  auto request = by("worker:1");
  request.kinds = {JobKind::verify};
  EXPECT_FALSE(must(store().change().jobs().claim(request)));
  request.kinds = {JobKind::ship};
  const auto got = must(store().change().jobs().claim(request));
  EXPECT_EQ(got->job.payload, "{\"n\":1}");
  JobFinish again;
  again.again_at = Time{clock.now().ms + 10};
  again.payload = "{\"n\":2}";
  must(store().change("worker:1").jobs().finish(got->job.token, again));
  EXPECT_EQ(open().size(), 3U);
  clock.advance(10);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(must(store().change().jobs().claim(request)));
  EXPECT_FALSE(must(store().change().jobs().claim(request)));
  EXPECT_EQ(open()[0].payload, "{\"n\":2}");
}

TEST_P(StoreJobs, AJobThatIsAskedForAgainIsDueAtTheEarlierTime) {
  const Time now = clock.now();
  JobDraft ship{JobKind::ship, "ship:x", create().id, Time{now.ms + 60'000}, {}};
  must(store().change().jobs().enqueue(ship));
  ship.not_before.reset();
  must(store().change().jobs().enqueue(ship));
  EXPECT_EQ(open()[0].not_before, Time{now.ms + 60'000});
  ship.not_before = now;
  must(store().change().jobs().enqueue(ship));
  EXPECT_EQ(open().size(), 1U);
  EXPECT_EQ(open()[0].not_before, now);
  ship.not_before = Time{now.ms + 90'000};
  must(store().change().jobs().enqueue(ship));
  EXPECT_EQ(open()[0].not_before, now);
}

TEST_P(StoreJobs, CancellingAMissionEndsItsLeasesAndHoldsIt) {
  const auto id = autopilot({planned("a"), planned("b"), planned("c", {"a"})}).id;
  const auto a = claim();
  finish(*a, ready);
  claim();
  const auto check = claim();
  ASSERT_EQ(check->task->name, "Check: a");
  EXPECT_EQ(must(store().change(k_anna).missions().cancel(id, "wrong idea")), 3U);
  EXPECT_TRUE(open().empty());
  EXPECT_EQ(state(check->task->id), TaskState::cancelled);
  EXPECT_EQ(status(id), MissionStatus::blocked);
  EXPECT_EQ(must(store().missions().find(id)).hold, "cancelled by person:anna: wrong idea");
  EXPECT_FALSE(claim());
  expect_sound();
}

TEST_P(StoreJobs, ManyChangesTogetherAreOneAndARefusedOneUndoesOnlyItself) {
  const auto id = create({planned("a"), planned("b")}).id;
  const auto made = tasks(id);
  must(store().together([&]() -> Result<void> {
    TRY(store().change(k_anna).tasks().move({made[0].id, start, {}, {}}));
    EXPECT_FALSE(store().change(k_anna).tasks().move({made[1].id, accept, {}, {}}));
    TRY(store().change(k_anna).tasks().move({made[1].id, start, {}, {}}));
    return {};
  }));
  EXPECT_EQ(state(made[0].id), TaskState::running);
  EXPECT_EQ(state(made[1].id), TaskState::running);
  EXPECT_FALSE(store().together([&]() -> Result<void> {
    TRY(store().change(k_anna).tasks().move({made[0].id, complete, {}, {}}));
    return conflict("no");
  }));
  EXPECT_EQ(state(made[0].id), TaskState::running);
  expect_sound();
}

// ---- checkers ----------------------------------------------------------------------------------

TEST_P(StoreJobs, AReadyTaskHasOneCheckerFromTheSameMoment) {
  auto work = planned("a");
  work.acceptance_criteria = "Run make test";
  const auto id = create({work}).id;
  const auto task = tasks(id)[0].id;
  moved(task, {start});
  EXPECT_FALSE(must(store().tasks().checker_of(task)));
  moved(task, {ready});
  const auto checker = must(store().tasks().checker_of(task));
  ASSERT_TRUE(checker);
  EXPECT_EQ(checker->name, "Check: a");
  EXPECT_EQ(checker->checker_for, task);
  EXPECT_EQ(checker->kind, model::TaskKind::checker);
  EXPECT_TRUE(checker->mission.empty());
  EXPECT_EQ(checker->repository_url, "/repo");
  EXPECT_EQ(checker->agent.max_budget_usd, 0.50);
  EXPECT_EQ(checker->timeout_ms, 600'000);
  EXPECT_EQ(checker->max_attempts, 1U);
  EXPECT_NE(checker->instructions.find("Do not make any changes"), std::string::npos);
  EXPECT_NE(checker->instructions.find("Run make test"), std::string::npos);
  EXPECT_EQ(history(id).back().detail, cat("checked by ", checker->id.text));
  EXPECT_EQ(must(store().tasks().of(id, {})).size(), 1U) << "not among the mission's tasks";
  ASSERT_EQ(open().size(), 1U);
  EXPECT_TRUE(open()[0].checks);
  EXPECT_EQ(open()[0].mission, id);
  moved(task, {flag});
  EXPECT_EQ(must(store().tasks().of(id, {std::nullopt, true})).size(), 2U);
  expect_sound();
}

TEST_P(StoreJobs, WithoutCriteriaTheInstructionsAreTheSpecification) {
  const auto id = create({planned("a")}).id;
  moved(tasks(id)[0].id, {start, ready});
  const auto checker = must(store().tasks().checker_of(tasks(id)[0].id));
  EXPECT_NE(checker->instructions.find("the instructions above are the specification"), std::string::npos);
}

TEST_P(StoreJobs, SubtasksAndCheckersAreNotChecked) {
  const auto id = create({planned("a")}).id;
  const auto task = tasks(id)[0].id;
  const auto part = add(id, "part", {}, task.text);
  moved(part.id, {start, complete});
  EXPECT_FALSE(must(store().tasks().checker_of(part.id)));
  moved(task, {start, ready});
  const auto checker = must(store().tasks().checker_of(task));
  moved(checker->id, {start, complete});
  EXPECT_FALSE(must(store().tasks().checker_of(checker->id)));
}

TEST_P(StoreJobs, ATaskThatIsDoneAgainGetsANewCheck) {
  const auto id = create({planned("a")}).id;
  const auto task = tasks(id)[0].id;
  moved(task, {start, ready});
  const auto first = must(store().tasks().checker_of(task));
  moved(first->id, {start, fail});
  moved(task, {reject, start});
  EXPECT_EQ(must(store().tasks().checker_of(task))->id, first->id);
  moved(task, {ready});
  const auto second = must(store().tasks().checker_of(task));
  EXPECT_NE(second->id, first->id);
  EXPECT_EQ(second->round, 2U);
  const auto late = move(first->id, retry);
  ASSERT_FALSE(late);
  EXPECT_NE(late.error().message.find("there is a later check"), std::string::npos);
  expect_sound();
}

TEST_P(StoreJobs, APersonDecidesAtAnyTimeAndTheCheckEnds) {
  const auto id = create({planned("a"), planned("b")}).id;
  const auto made = tasks(id);
  moved(made[0].id, {start, ready, accept});
  EXPECT_EQ(must(store().tasks().checker_of(made[0].id))->state, TaskState::cancelled);
  EXPECT_TRUE(open().size() == 1 && open()[0].task == made[1].id);
  moved(made[1].id, {start, ready});
  const auto check = claim();
  ASSERT_EQ(check->task->name, "Check: b");
  moved(made[1].id, {reject});
  EXPECT_EQ(state(check->task->id), TaskState::cancelled);
  EXPECT_EQ(store().change().jobs().renew(check->job.token, k_lease).error().code, Code::conflict);
  expect_sound();
}

TEST_P(StoreJobs, APassedCheckCompletesTheTaskAndTheStory) {
  const auto id = autopilot({planned("a")}).id;
  finish(*claim(), ready);
  const auto check = claim();
  ASSERT_EQ(check->task->name, "Check: a");
  const auto task = check->task->checker_for;
  finish(*check, {{check->task->id, complete, {}, {}}, {task, pass, {}, {}}});
  EXPECT_EQ(state(task), TaskState::completed);
  EXPECT_EQ(state(check->task->id), TaskState::completed);
  EXPECT_EQ(status(id), MissionStatus::awaiting_acceptance);
  expect_sound();
}

// ---- cost --------------------------------------------------------------------------------------

TEST_P(StoreJobs, CostIsKeptAsItIsToldAndNeverTwice) {
  const auto id = autopilot({planned("a")}).id;
  const auto a = claim();
  const auto run = must(store().change().runs().begin({a->task->id, "claude", {}, "log"}));
  must(store().change().runs().note_usage(run, "s1", {0.25, 100, 10, 1}));
  must(store().change().runs().note_usage(run, "s1", {0.25, 100, 10, 1}));
  EXPECT_FALSE(store().change().runs().note_usage(run, "s1", {-1, 100, 10, 1}));
  must(store().change().runs().note_usage(run, "", {0.40, 200, 20, 2}));
  EXPECT_DOUBLE_EQ(must(store().tasks().find(a->task->id)).cost_usd, 0.40);
  JobFinish out;
  out.run = {run, {"failed", "s1", {0.50, 300, 30, 3}, "no luck", "sha256:1"}};
  out.moves = {{a->task->id, fail, {}, {}}, {a->task->id, retry, {}, {}}};
  must(store().change("worker:1").jobs().finish(a->job.token, out));
  EXPECT_DOUBLE_EQ(must(store().tasks().find(a->task->id)).cost_usd, 0.50);
  const auto kept = must(store().runs().of(a->task->id)).at(0);
  EXPECT_EQ(kept.end, "failed");
  EXPECT_EQ(kept.summary, "no luck");
  EXPECT_EQ(kept.log, "sha256:1");
  EXPECT_EQ(kept.usage.input_tokens, 300U);
  EXPECT_EQ(must(store().runs().spent(id)).runs, 1U);
}

TEST_P(StoreJobs, AResumedSessionTellsSumsThatAreNotCountedAgain) {
  autopilot({planned("a")});
  const auto a = claim();
  const auto first = must(store().change().runs().begin({a->task->id, "claude", {}, {}}));
  must(store().change().runs().end(first, {"rate_limited", "s1", {1.00, 1000, 100, 5}, {}, {}}));
  const auto second = must(store().change().runs().begin({a->task->id, "claude", "s1", {}}));
  must(store().change().runs().note_usage(second, "", {1.20, 1200, 110, 6}));
  EXPECT_DOUBLE_EQ(must(store().tasks().find(a->task->id)).cost_usd, 1.20);
  EXPECT_EQ(must(store().runs().of(a->task->id)).at(1).usage.input_tokens, 200U);
  const auto other = must(store().change().runs().begin({a->task->id, "claude", {}, {}}));
  must(store().change().runs().note_usage(other, "s2", {0.30, 0, 0, 0}));
  EXPECT_DOUBLE_EQ(must(store().tasks().find(a->task->id)).cost_usd, 1.50);
}

TEST_P(StoreJobs, WhatWasSpentCountsWhoeverFinishesTheTask) {
  const auto id = autopilot({planned("a")}).id;
  const auto a = claim();
  const auto run = must(store().change().runs().begin({a->task->id, "claude", {}, {}}));
  moved(a->task->id, {cancel});
  must(store().change().runs().end(run, {"cancelled", "s", {0.70, 0, 0, 0}, {}, {}}));
  EXPECT_DOUBLE_EQ(must(store().runs().spent(id)).usage.cost_usd, 0.70);
}

TEST_P(StoreJobs, AMissionsSpendingHoldsItsCheckers) {
  const auto id = autopilot({planned("a")}).id;
  const auto a = claim();
  must(store().change().runs().end(must(store().change().runs().begin({a->task->id, "claude", {}, {}})),
                                   {"succeeded", "1", {1.0, 0, 0, 0}, {}, {}}));
  finish(*a, ready);
  const auto check = claim();
  must(store().change().runs().end(must(store().change().runs().begin({check->task->id, "codex", {}, {}})),
                                   {"succeeded", "2", {0.5, 0, 0, 0}, {}, {}}));
  EXPECT_DOUBLE_EQ(must(store().runs().spent(id)).usage.cost_usd, 1.5);
  EXPECT_DOUBLE_EQ(must(store().runs().spent_on_task(a->task->id)).usage.cost_usd, 1.0);
}

INSTANTIATE_TEST_SUITE_P(Drivers, StoreJobs, testing::ValuesIn(drivers()),
                         [](const auto& driver) { return driver.param.name; });

}  // namespace
}  // namespace assay::store
