#include "model/transition.h"

#include "base/names.h"
#include "base/text.h"

namespace assay::model {

namespace {

constexpr std::string_view k_moves[] = {"start",  "ready", "complete", "fail", "block", "accept",
                                        "reject", "retry", "cancel",   "pass", "flag",  "release"};

struct Row {
  Move move;
  TaskState from;
  TaskState to;
};

using enum TaskState;

constexpr Row k_rows[] = {
    {Move::start, pending, running},    {Move::ready, running, ready},      {Move::complete, running, completed},
    {Move::fail, running, failed},      {Move::block, pending, blocked},    {Move::block, running, blocked},
    {Move::block, ready, blocked},      {Move::accept, ready, completed},   {Move::reject, ready, pending},
    {Move::retry, failed, pending},     {Move::retry, blocked, pending},    {Move::retry, cancelled, pending},
    {Move::cancel, pending, cancelled}, {Move::cancel, running, cancelled}, {Move::cancel, ready, cancelled},
    {Move::cancel, failed, cancelled},  {Move::cancel, blocked, cancelled}, {Move::pass, ready, completed},
    {Move::flag, ready, ready},         {Move::release, running, pending},  {Move::retry, completed, pending},
    {Move::accept, blocked, completed},
};

const Row* find_row(Move move, TaskState from) {
  for (const Row& row : k_rows) {
    if (row.move == move && row.from == from) return &row;
  }
  return nullptr;
}

// What people do, as against what checkers and workers answer.
bool is_asked_for(Move move) { return move != Move::pass && move != Move::flag && move != Move::release; }

std::string possible_moves(TaskState from) {
  std::vector<std::string> out;
  for (const Row& row : k_rows) {
    if (row.from == from && is_asked_for(row.move)) out.emplace_back(name(row.move));
  }
  return out.empty() ? "it is finished" : cat("possible now: ", join(out, ", "));
}

Error refuse(const Task& task, Move move, std::string_view why) {
  return conflict(cat("cannot ", name(move), " task ", task.id.text, ": ", why));
}

}  // namespace

std::string_view name(Move move) { return name_in(k_moves, move); }

Result<TaskState> after(const Task& task, Move move, const Surroundings& surroundings) {
  const Row* row = find_row(move, task.state);
  if (row == nullptr) {
    return refuse(task, move, cat("it is ", name(task.state), " (", possible_moves(task.state), ")"));
  }
  if (move == Move::start && surroundings.open_dependencies > 0) {
    return refuse(task, move,
                  cat(plural(surroundings.open_dependencies, "task"), " that it depends on ",
                      surroundings.open_dependencies == 1 ? "is" : "are", " not completed yet"));
  }
  if (row->to == ready && task.is_subtask()) {
    return refuse(task, move, "a subtask is never ready; it goes straight to completed");
  }
  if (row->to == ready && task.is_checker()) return refuse(task, move, "a checker is not checked; complete or fail it");
  if ((row->to == ready || row->to == completed) && surroundings.open_subtasks > 0) {
    return refuse(task, move,
                  cat(plural(surroundings.open_subtasks, "subtask"), " of it ",
                      surroundings.open_subtasks == 1 ? "is" : "are", " not finished"));
  }
  if (move == Move::retry && task.state == completed && (task.is_checker() || task.kind == TaskKind::planning)) {
    return refuse(task, move, "it is completed, and what it came to was used");
  }
  if (move == Move::retry && surroundings.parent_finished) {
    return refuse(task, move, "the task it is part of is finished");
  }
  return row->to;
}

}  // namespace assay::model
