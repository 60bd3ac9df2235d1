// Moving tasks: what follows for the task, its mission and the history, and what is refused.
#include "store/conformance_test.h"

namespace assay::store {
namespace {

using enum model::Move;
using model::AcceptanceStatus;
using model::MissionStatus;
using model::StoryState;
using model::TaskState;
using Kinds = std::vector<std::string>;

TEST_P(StoreConformance, EachMoveLeavesItsCheckpoint) {
  const auto id = create({planned("a")}).id;
  const auto task = tasks(id)[0].id;
  moved(task, {start, fail, retry, start, block, retry, start, ready, reject, start, ready, flag, accept});
  EXPECT_EQ(kinds(id), (Kinds{"created", "plan_materialized", "task_started", "task_failed", "decided", "task_started",
                              "task_failed", "decided", "task_started", "task_progress", "decided", "task_started",
                              "task_progress", "task_progress", "task_completed"}));
  const auto other = add(id, "b").id;
  moved(other, {start, ready, pass});
  const auto third = add(id, "c").id;
  moved(third, {cancel});
  const auto last = history(id);
  EXPECT_EQ(name(last.back().kind), "decided");
  EXPECT_EQ(last.back().task, third);
  EXPECT_EQ(name(last[last.size() - 3].kind), "task_completed");
  expect_sound();
}

TEST_P(StoreConformance, AcceptingNamesWhoAndWhy) {
  const auto id = create({planned("a")}).id;
  const auto task = tasks(id)[0].id;
  moved(task, {start, ready});
  must(move(task, accept, "looks right"));
  const auto last = history(id).back();
  EXPECT_EQ(last.actor, "person:anna");
  EXPECT_EQ(last.title, "Accepted: a");
  EXPECT_EQ(last.detail, "by person:anna: looks right\nmission: active → awaiting_acceptance");
}

TEST_P(StoreConformance, APlanningTaskStartsThePlanning) {
  auto given = draft();
  given.planning_task = true;
  const auto id = must(store().change(k_anna).missions().add(given)).id;
  EXPECT_EQ(status(id), MissionStatus::planning);
  const auto planning = tasks(id).at(0);
  EXPECT_EQ(planning.kind, model::TaskKind::planning);
  moved(planning.id, {start});
  EXPECT_EQ(status(id), MissionStatus::planning);
  JobFinish finish;
  finish.plan = model::Plan{};
  finish.plan->tasks = {planned("a")};
  finish.plan_text = "{\"tasks\":[]}";
  must(finish_job(id, finish));
  EXPECT_EQ(status(id), MissionStatus::active);
  EXPECT_EQ(must(store().missions().find(id)).plan, "{\"tasks\":[]}");
  moved(planning.id, {complete});
  EXPECT_EQ(kinds(id), (Kinds{"created", "planning_started", "plan_materialized", "task_completed"}));
  EXPECT_EQ(must(store().missions().find(id)).facts.planning[TaskState::completed], 1U);
  expect_sound();
}

TEST_P(StoreConformance, AnIllegalMoveIsAConflictAndChangesNothing) {
  const auto id = create({planned("a"), planned("b", {"a"})}).id;
  const auto before = must(store().missions().find(id));
  const auto task = tasks(id)[1];
  const auto refused = move(task.id, start);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::conflict);
  EXPECT_NE(refused.error().message.find("1 task that it depends on is not completed yet"), std::string::npos);
  EXPECT_FALSE(move(task.id, accept));
  EXPECT_FALSE(move(task.id, complete));
  EXPECT_FALSE(move(model::TaskId("task-none"), start));
  EXPECT_EQ(must(store().missions().find(id)).version, before.version);
  EXPECT_EQ(must(store().tasks().find(task.id)).updated_at, task.updated_at);
  EXPECT_EQ(history(id).size(), 2U);
}

TEST_P(StoreConformance, ADependencyOpensWhenItIsCompleted) {
  const auto id = create({planned("a"), planned("b", {"a"})}).id;
  const auto made = tasks(id);
  moved(made[0].id, {start, complete});
  EXPECT_TRUE(move(made[1].id, start));
}

TEST_P(StoreConformance, StartingCountsAttemptsAndRejectingRounds) {
  const auto id = create({planned("a")}).id;
  const auto task = tasks(id)[0].id;
  moved(task, {start});
  const auto started = must(store().tasks().find(task));
  EXPECT_EQ(started.attempt, 1U);
  EXPECT_EQ(started.started_at, clock.now());
  EXPECT_EQ(started.heartbeat_at, clock.now());
  moved(task, {ready});
  must(store().change("checker:task-x").tasks().move({task, flag, {}, "two criteria are not met"}));
  EXPECT_EQ(must(store().tasks().find(task)).checker_report, "two criteria are not met");
  EXPECT_EQ(must(store().tasks().find(task)).state, TaskState::ready);
  must(move(task, reject, "no tests"));
  const auto rejected = must(store().tasks().find(task));
  EXPECT_EQ(rejected.round, 2U);
  EXPECT_EQ(rejected.reason, "no tests");
  EXPECT_EQ(rejected.checker_report, "two criteria are not met");
  moved(task, {start});
  const auto again = must(store().tasks().find(task));
  EXPECT_EQ(again.attempt, 2U);
  EXPECT_EQ(again.reason, "no tests");
  EXPECT_EQ(again.checker_report, "two criteria are not met");
  must(move(task, fail, "out of memory"));
  EXPECT_EQ(must(store().tasks().find(task)).reason, "out of memory");
  EXPECT_EQ(must(store().tasks().find(task)).finished_at, clock.now());
  moved(task, {retry});
  EXPECT_EQ(must(store().tasks().find(task)).reason, "the attempt before failed: out of memory");
  EXPECT_EQ(must(store().tasks().find(task)).finished_at, std::nullopt);
}

TEST_P(StoreConformance, BlockedFollowsAFailureAndActiveTheRetry) {
  const auto id = create({planned("a"), planned("b")}).id;
  const auto made = tasks(id);
  moved(made[0].id, {start, fail});
  EXPECT_EQ(status(id), MissionStatus::blocked);
  moved(made[0].id, {retry});
  EXPECT_EQ(status(id), MissionStatus::active);
  moved(made[1].id, {block});
  EXPECT_EQ(status(id), MissionStatus::blocked);
  moved(made[1].id, {cancel});
  EXPECT_EQ(status(id), MissionStatus::active);
  moved(made[0].id, {cancel});
  EXPECT_EQ(status(id), MissionStatus::completed) << "a plan, and no task remains";
  expect_sound();
}

TEST_P(StoreConformance, ActiveTasksArePendingRunningAndBlocked) {
  const auto id = create({planned("pending"), planned("running"), planned("blocked"), planned("ready"), planned("done"),
                          planned("failed"), planned("gone")})
                      .id;
  const auto made = tasks(id);
  moved(made[1].id, {start});
  moved(made[2].id, {block});
  moved(made[3].id, {start, ready});
  moved(made[4].id, {start, complete});
  moved(made[5].id, {start, fail});
  moved(made[6].id, {cancel});
  EXPECT_EQ(must(store().tasks().active(id)), (std::vector{made[0].id, made[1].id, made[2].id}));
}

TEST_P(StoreConformance, SubtasksHoldTheirParentOpenAndNeverGoReady) {
  const auto id = create().id;
  const auto parent = add(id, "parent");
  const auto child = add(id, "child", {}, parent.id.text);
  EXPECT_EQ(must(store().tasks().find(child.id)).parent, parent.id);
  moved(parent.id, {start});
  EXPECT_FALSE(move(parent.id, ready));
  moved(child.id, {start});
  EXPECT_FALSE(move(child.id, ready));
  moved(child.id, {fail, cancel});
  moved(parent.id, {ready, accept});
  EXPECT_FALSE(move(child.id, retry)) << "its parent is finished";
  EXPECT_EQ(status(id), MissionStatus::awaiting_acceptance);
}

TEST_P(StoreConformance, CheckersBelongToNoMissionAndDoNotCount) {
  const auto id = create({planned("a")}).id;
  const auto task = tasks(id)[0].id;
  moved(task, {start, ready});
  const auto before = must(store().missions().find(id));
  TaskDraft given;
  given.task = planned("Check: a");
  given.checker_for = task;
  given.mission = id;
  const auto checker = *must(store().tasks().checker_of(task));
  EXPECT_TRUE(checker.mission.empty());
  EXPECT_EQ(checker.kind, model::TaskKind::checker);
  EXPECT_EQ(checker.repository_url, "/repo");
  moved(checker.id, {start});
  EXPECT_EQ(must(store().missions().find(id)).version, before.version);
  EXPECT_EQ(tasks(id).size(), 1U);
  EXPECT_EQ(must(store().tasks().of(id, {std::nullopt, true})).size(), 2U);
  EXPECT_EQ(must(store().tasks().checker_of(task))->id, checker.id);
  const auto second = store().change("engine").tasks().add(given);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("has a checker already"), std::string::npos);
  moved(checker.id, {fail});
  EXPECT_EQ(status(id), MissionStatus::active) << "a failed checker blocks nothing";
  const auto later = must(store().change("engine").tasks().add(given));
  EXPECT_EQ(must(store().tasks().checker_of(task))->id, later.id);
  given.checker_for = later.id;
  EXPECT_FALSE(store().change("engine").tasks().add(given)) << "never check a checker";
  expect_sound();
}

TEST_P(StoreConformance, ATaskMayStandAlone) {
  TaskDraft given;
  given.task = planned("alone");
  const auto first = must(store().change(k_anna).tasks().add(given));
  given.task.depends_on = {first.id.text};
  const auto second = must(store().change(k_anna).tasks().add(given));
  moved(first.id, {start, complete});
  moved(second.id, {start});
  const auto alone = must(store().tasks().of({}, {}));
  ASSERT_EQ(alone.size(), 2U);
  EXPECT_EQ(alone[1].depends_on, (std::vector{first.id}));
  EXPECT_FALSE(must(store().tasks().checker_of(first.id)));
  expect_sound();
}

TEST_P(StoreConformance, ABatchIsOneTransactionAndARefusedMoveTouchesNoOther) {
  const auto id = create({planned("a"), planned("b"), planned("c", {"a"})}).id;
  const auto made = tasks(id);
  const std::vector<TaskMove> moves = {
      {made[0].id, start, {}, {}},    {made[2].id, start, {}, {}}, {model::TaskId("task-none"), start, {}, {}},
      {made[0].id, complete, {}, {}}, {made[2].id, start, {}, {}}, {made[1].id, accept, {}, {}}};
  const auto results = must(store().change(k_anna).tasks().move_all(moves));
  ASSERT_EQ(results.size(), 6U);
  EXPECT_EQ(results[0]->state, TaskState::running);
  EXPECT_EQ(results[1].error().code, Code::conflict);
  EXPECT_EQ(results[2].error().code, Code::not_found);
  EXPECT_EQ(results[3]->state, TaskState::completed);
  EXPECT_EQ(results[4]->state, TaskState::running);
  EXPECT_FALSE(results[5]);
  EXPECT_EQ(history(id).size(), 5U);
  expect_sound();
}

TEST_P(StoreConformance, ProgressIsWrittenIntoTheHistory) {
  const auto id = create({planned("a")}).id;
  const auto task = tasks(id)[0].id;
  must(store().change("engine").tasks().note_progress(
      {task, model::CheckpointKind::task_stalled, "Stalled: a", "no output for 5 min"}));
  const auto last = history(id).back();
  EXPECT_EQ(last.kind, model::CheckpointKind::task_stalled);
  EXPECT_EQ(last.detail, "no output for 5 min");
  EXPECT_EQ(last.task, task);
  expect_sound();
}

// ---- adding tasks ------------------------------------------------------------------------------

class StoreRefusals : public StoreConformance {
 protected:
  // Adding must be refused with these words and leave the mission as it is.
  void expect_refused(const TaskDraft& given, std::string_view words) {
    const auto before = must(store().missions().find(given.mission));
    const auto added = store().change(k_anna).tasks().add(given);
    ASSERT_FALSE(added) << words;
    EXPECT_NE(added.error().message.find(words), std::string::npos) << added.error().message;
    EXPECT_EQ(must(store().missions().find(given.mission)).version, before.version);
    expect_sound();
  }
  TaskDraft drafted(const model::MissionId& mission, std::vector<std::string> depends_on, std::string parent) {
    TaskDraft out;
    out.mission = mission;
    out.task = planned("new", std::move(depends_on));
    out.task.parent = std::move(parent);
    return out;
  }
};

TEST_P(StoreRefusals, NoSubtaskUnderAFinishedParent) {
  const auto id = create({planned("a"), planned("b")}).id;
  const auto made = tasks(id);
  moved(made[0].id, {start, complete});
  moved(made[1].id, {cancel});
  expect_refused(drafted(id, {}, made[0].id.text), "is completed");
  expect_refused(drafted(id, {}, made[1].id.text), "is cancelled");
  expect_refused(drafted(id, {}, "task-none"), "there is no task task-none");
}

TEST_P(StoreRefusals, NoWorkForALandedMissionButItsValidation) {
  const auto id = create({planned("a")}).id;
  const auto a = tasks(id)[0].id;
  const auto gone = add(id, "gone").id;
  moved(gone, {cancel});
  moved(a, {start, complete});
  verified(id, AcceptanceStatus::passed);
  must(land(id, "f00"));
  expect_refused(drafted(id, {}, {}), "has landed");
  EXPECT_FALSE(move(gone, retry));
  EXPECT_EQ(must(store().tasks().find(gone)).state, TaskState::cancelled);
  auto validation = drafted(id, {}, {});
  validation.task.kind = model::TaskKind::validation;
  const auto task = must(store().change("engine").tasks().add(validation)).id;
  moved(task, {start});
  EXPECT_EQ(status(id), MissionStatus::landed);
  EXPECT_EQ(must(store().missions().find(id)).pack.status, model::PackStatus::passed);
  expect_sound();
}

TEST_P(StoreRefusals, NoDependencyOnAnotherMissionsTaskOrAChecker) {
  const auto id = create({planned("a")}).id;
  const auto other = create({planned("x")}).id;
  expect_refused(drafted(id, {tasks(other)[0].id.text}, {}), "is of another mission");
  expect_refused(drafted(id, {}, tasks(other)[0].id.text), "is of another mission");
  expect_refused(drafted(id, {"task-none"}, {}), "there is no task task-none");
}

TEST_P(StoreRefusals, NoSubtaskThatWaitsForItsOwnParent) {
  const auto id = create().id;
  const auto parent = add(id, "parent").id;
  const auto after = add(id, "after", {parent.text}).id;
  expect_refused(drafted(id, {parent.text}, parent.text), "neither could finish");
  expect_refused(drafted(id, {after.text}, parent.text), "neither could finish");
  EXPECT_TRUE(store().change(k_anna).tasks().add(drafted(id, {}, parent.text)));
}

TEST_P(StoreRefusals, NoTaskWithoutANameOrInAMissionThatIsNotThere) {
  auto given = drafted(create().id, {}, {});
  given.task.name = " ";
  expect_refused(given, "needs a name");
  given.task.name = "x";
  given.mission = model::MissionId("mission-none");
  EXPECT_EQ(store().change(k_anna).tasks().add(given).error().code, Code::not_found);
}

INSTANTIATE_TEST_SUITE_P(Drivers, StoreRefusals, testing::ValuesIn(drivers()),
                         [](const auto& driver) { return driver.param.name; });

}  // namespace
}  // namespace assay::store
