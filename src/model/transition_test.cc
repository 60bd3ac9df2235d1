#include "model/transition.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace assay::model {
namespace {

using enum TaskState;

Task at(TaskState state) {
  Task task;
  task.id = TaskId("task-a");
  task.mission = MissionId("mission-a");
  task.state = state;
  return task;
}

constexpr Move k_all_moves[] = {Move::start,  Move::ready, Move::complete, Move::fail, Move::block, Move::accept,
                                Move::reject, Move::retry, Move::cancel,   Move::pass, Move::flag,  Move::release};
constexpr TaskState k_all_states[] = {pending, running, ready, completed, failed, blocked, cancelled};

// One line per move: the states it may be made from and where it leads.
struct Legal {
  Move move;
  std::vector<TaskState> from;
  TaskState to;
};
const std::vector<Legal>& legal() {
  static const std::vector<Legal> rows = {
      {Move::start, {pending}, running},
      {Move::ready, {running}, ready},
      {Move::complete, {running}, completed},
      {Move::fail, {running}, failed},
      {Move::block, {pending, running, ready}, blocked},
      {Move::accept, {ready, blocked}, completed},
      {Move::reject, {ready}, pending},
      {Move::retry, {failed, blocked, cancelled, completed}, pending},
      {Move::cancel, {pending, running, ready, failed, blocked}, cancelled},
      {Move::pass, {ready}, completed},
      {Move::flag, {ready}, ready},
      {Move::release, {running}, pending},
  };
  return rows;
}

TEST(TaskMoves, EveryPairOfMoveAndStateIsLegalOrAConflict) {
  for (const auto move : k_all_moves) {
    for (const auto state : k_all_states) {
      const auto next = after(at(state), move, {});
      const auto row = std::find_if(legal().begin(), legal().end(), [&](const Legal& l) { return l.move == move; });
      const bool may = std::find(row->from.begin(), row->from.end(), state) != row->from.end();
      ASSERT_EQ(next.has_value(), may) << name(move) << " from " << name(state);
      if (may) {
        EXPECT_EQ(*next, row->to);
      } else {
        EXPECT_EQ(next.error().code, Code::conflict);
        EXPECT_NE(next.error().message.find(name(state)), std::string::npos) << next.error().message;
      }
    }
  }
}

TEST(TaskMoves, ACompletedTaskCanOnlyBeDoneAgain) {
  const auto next = after(at(completed), Move::start, {});
  EXPECT_EQ(next.error().message, "cannot start task task-a: it is completed (possible now: retry)");
  auto planning = at(completed);
  planning.kind = TaskKind::planning;
  EXPECT_FALSE(after(planning, Move::retry, {}));
  auto checker = at(completed);
  checker.checker_for = TaskId("task-b");
  EXPECT_FALSE(after(checker, Move::retry, {}));
}

TEST(TaskMoves, TheRefusalNamesWhatIsPossible) {
  const auto next = after(at(failed), Move::accept, {});
  EXPECT_EQ(next.error().message, "cannot accept task task-a: it is failed (possible now: retry, cancel)");
}

TEST(TaskMoves, AStartWaitsForDependencies) {
  Surroundings surroundings;
  surroundings.open_dependencies = 2;
  const auto next = after(at(pending), Move::start, surroundings);
  EXPECT_EQ(next.error().message, "cannot start task task-a: 2 tasks that it depends on are not completed yet");
}

TEST(TaskMoves, SubtasksNeverGoReady) {
  auto task = at(running);
  task.parent = TaskId("task-p");
  EXPECT_FALSE(after(task, Move::ready, {}));
  EXPECT_EQ(after(task, Move::complete, {}).value(), completed);
}

TEST(TaskMoves, CheckersNeverGoReady) {
  auto task = at(running);
  task.checker_for = TaskId("task-p");
  EXPECT_FALSE(after(task, Move::ready, {}));
  EXPECT_EQ(after(task, Move::complete, {}).value(), completed);
}

TEST(TaskMoves, ATaskWithOpenSubtasksIsNotDone) {
  Surroundings surroundings;
  surroundings.open_subtasks = 1;
  EXPECT_FALSE(after(at(running), Move::ready, surroundings));
  EXPECT_FALSE(after(at(running), Move::complete, surroundings));
  EXPECT_FALSE(after(at(ready), Move::accept, surroundings));
  EXPECT_TRUE(after(at(running), Move::fail, surroundings));
}

TEST(TaskMoves, ASubtaskOfAFinishedTaskIsNotRetried) {
  Surroundings surroundings;
  surroundings.parent_finished = true;
  EXPECT_FALSE(after(at(failed), Move::retry, surroundings));
}

}  // namespace
}  // namespace assay::model
