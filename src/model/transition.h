// Which state of a task follows which. One table; everything that moves a task asks here first, so
// an illegal move is a conflict that changes nothing, whoever asked.
#pragma once

#include <string_view>

#include "base/result.h"
#include "model/task.h"

namespace assay::model {

// What is done to a task. Most are verbs of the command line; `pass` and `flag` are a checker's
// answers, `release` is a worker's.
enum class Move {
  start,     // pending → running, when all it depends on is completed
  ready,     // running → ready: done, waits for its check
  complete,  // running → completed, by hand or where no check is due (subtasks, checkers, planning)
  fail,      // running → failed
  block,     // pending, running, ready → blocked
  accept,    // ready, blocked → completed, by a person
  reject,    // ready → pending, the next round
  retry,     // failed, blocked, cancelled → pending; completed too: another round, until its mission has landed
  cancel,    // anything unfinished → cancelled
  pass,      // ready → completed, by its checker
  flag,      // ready → ready, with the checker's report
  release,   // running → pending: given back unfinished, the attempt does not count
};

std::string_view name(Move);

// What a move must know beside the task itself.
struct Surroundings {
  std::uint32_t open_dependencies = 0;  // dependencies not completed
  std::uint32_t open_subtasks = 0;      // subtasks neither completed nor cancelled
  bool parent_finished = false;         // its parent is completed or cancelled
};

// The state after the move, or a conflict that says where the task stands and what can be done.
Result<TaskState> after(const Task& task, Move move, const Surroundings& surroundings);

}  // namespace assay::model
