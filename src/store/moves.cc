// Moving tasks. A move reads one task, one mission and what the move asks about, by index; decides with
// model::after; and writes the task, the mission's counters and one checkpoint.
#include "store/moves.h"

#include <iterator>

#include "store/checkers.h"
#include "store/comment_rows.h"
#include "store/expectation.h"
#include "store/job_rows.h"
#include "store/mission_rows.h"
#include "store/notice_rows.h"
#include "store/pack_rows.h"
#include "store/plan_tasks.h"
#include "store/proposal_rows.h"
#include "store/task_rows.h"

namespace assay::store {

using model::CheckpointKind;
using model::Move;
using model::Task;
using model::TaskState;

namespace {

struct Telling {
  Move move;
  CheckpointKind kind;
  std::string_view title;
  bool names_actor;  // a person's decision: the detail says whose
};

constexpr Telling k_tellings[] = {
    {Move::start, CheckpointKind::task_started, "Started", false},
    {Move::ready, CheckpointKind::task_progress, "Ready for its check", false},
    {Move::complete, CheckpointKind::task_completed, "Completed", true},
    {Move::fail, CheckpointKind::task_failed, "Failed", false},
    {Move::block, CheckpointKind::task_failed, "Blocked", false},
    {Move::accept, CheckpointKind::task_completed, "Accepted", true},
    {Move::reject, CheckpointKind::decided, "Rejected", true},
    {Move::retry, CheckpointKind::decided, "To be tried again", true},
    {Move::cancel, CheckpointKind::decided, "Cancelled", true},
    {Move::pass, CheckpointKind::task_completed, "Passed its check", true},
    {Move::flag, CheckpointKind::task_progress, "Its checker found problems", true},
    {Move::release, CheckpointKind::task_progress, "Given back", true},
};
static_assert(std::size(k_tellings) == static_cast<size_t>(Move::release) + 1);

Mark mark_of(const Task& task, const TaskMove& move, std::string_view actor) {
  const Telling& telling = k_tellings[static_cast<size_t>(move.move)];
  Mark mark{telling.kind, cat(telling.title, ": ", task.name), move.reason, task.id};
  if (move.move == Move::start && task.kind == model::TaskKind::planning) {
    mark.kind = CheckpointKind::planning_started;
    mark.title = cat("Planning started: ", task.name);
  }
  if (telling.names_actor) mark.detail = cat("by ", actor, move.reason.empty() ? "" : ": ", move.reason);
  if (move.move == Move::start)
    mark.detail = lines({cat("attempt ", task.attempt, ", round ", task.round), move.reason});
  if (move.move == Move::flag) mark.detail = lines({mark.detail, move.report});
  mark.detail = lines({mark.detail, move.detail});
  return mark;
}

// What the next run has to know: a person's words, and how the attempt before ended. "Tried again in 30 s" is neither.
std::string reason_to_retry(const Task& task, const TaskMove& move, std::string_view actor) {
  const bool was_done = task.state == TaskState::completed;
  const bool said = was_done || actor.starts_with("person:");
  const bool failed = task.state == TaskState::failed && !task.reason.empty();
  return lines(
      {said ? std::string_view(move.reason) : "", failed ? cat(model::k_attempt_before, task.reason) : std::string()});
}

void apply(Task& task, const TaskMove& move, TaskState next, const Change& change) {
  const auto now = change.now;
  const bool was_done = task.state == TaskState::completed;
  const auto again = move.move == Move::retry ? reason_to_retry(task, move, change.actor) : std::string();
  task.state = next;
  task.updated_at = now;
  switch (move.move) {
    case Move::start:
      task.attempt += 1;
      task.started_at = now;
      task.heartbeat_at = now;
      task.finished_at.reset();
      return;  // the reason and the checker's report stay: they are what this round has to mend
    case Move::ready: task.checker_report.clear(); break;
    case Move::flag: task.checker_report = move.report; return;
    case Move::reject:
      task.round += 1;
      task.reason = move.reason;
      return;
    case Move::retry:
      task.reason = again;
      if (was_done) {
        task.round += 1;
        task.attempt = 0;
      }
      task.finished_at.reset();
      return;
    case Move::release:
      if (task.attempt > 0) task.attempt -= 1;
      return;
    default: break;
  }
  task.reason = move.reason;
  const bool finished = next == TaskState::completed || next == TaskState::failed || next == TaskState::cancelled;
  if (finished) task.finished_at = now;
}

// Results were found for the work as it was. They count no more when work is finished, goes, or is
// opened again.
bool changes_work(const Task& task, Move move) {
  return counted(task) == model::Counted::work && move != Move::start && move != Move::ready && move != Move::fail &&
         move != Move::block && move != Move::flag && move != Move::release;
}

Result<void> tell_mission(Change& change, const TaskRow& row, const Task& before, const TaskMove& move,
                          const model::TaskId& checker) {
  TRY_ASSIGN(auto mission, load_mission(change.database, *row.mission_key));
  if (move.move == Move::retry && mission.mission.facts.landed) {
    return conflict(cat("cannot retry task ", row.task.id.text, ": mission ", mission.mission.id.text,
                        " has landed; open a new mission for more work"));
  }
  if (move.move == Move::retry && row.task.kind == model::TaskKind::planning) TRY(may_plan(mission.mission));
  count_task(mission, before, -1);
  count_task(mission, row.task, 1);
  std::string set_back;
  if (changes_work(row.task, move.move)) {
    TRY_ASSIGN(set_back, set_back_results(change, mission));
  }
  if (move.move == Move::fail || move.move == Move::block) {
    mission.cause = cat(row.task.name, ": ", move.reason);
    mission.caused_by = row.task.id;
  }
  TRY_ASSIGN(const auto told, save_mission(change, mission));
  if (move.move == Move::flag) {
    TRY(write_notice(change, mission,
                     {model::NoticeKind::checker_failed, cat("The checker of \"", row.task.name, "\" found problems"),
                      move.report, row.task.id}));
  }
  // A person who asks for it again grants what had been used up.
  if (move.move == Move::retry && change.actor.starts_with("person:")) TRY(renew_retries(change, mission));
  auto mark = mark_of(row.task, move, change.actor);
  mark.detail = lines({mark.detail, checker.empty() ? "" : cat("checked by ", checker.text), set_back, told});
  return append(change, mission.key, mission.mission.id, mark);
}

// What a task's way in and out of ready means for its checker.
Result<model::TaskId> follow_check(Change& change, const TaskRow& row, const Task& before, Move move) {
  const bool was = before.state == TaskState::ready;
  const bool is = row.task.state == TaskState::ready;
  if (is && !was) return spawn_checker(change, row);
  if (was && !is) TRY(drop_checker(change, row, cat("the task was decided on without it: ", name(move))));
  return model::TaskId();
}

// A move that was refused, as against a store that failed.
bool is_refusal(Code code) { return code == Code::conflict || code == Code::not_found || code == Code::invalid_input; }

// What somebody saw when he decided: of the task, or of its mission. Asked before anything is written.
Result<void> check_what_was_seen(Change& change, const TaskRow& row) {
  if (change.expected == nullptr) return {};
  TRY(change.expected->check(row.task.id.text, stamp_of(row.task)));
  if (!row.mission_key || !change.expected->is_about(row.task.mission.text)) return {};
  TRY_ASSIGN(const auto mission, load_mission(change.database, *row.mission_key));
  return change.expected->check(mission.mission.id.text, stamp_of(mission.mission));
}

// Where a run begins, or is to begin: it is told of what persons said meanwhile.
bool takes_comments(Move move) { return move == Move::start || move == Move::reject || move == Move::retry; }

}  // namespace

Result<Task> make_move(Change& change, const TaskMove& asked) {
  TaskMove move = asked;
  TRY_ASSIGN(auto row, load_task(change.database, move.task));
  TRY(check_what_was_seen(change, row));
  TRY_ASSIGN(const auto surroundings, surroundings_of(change.database, row, move.move));
  TRY_ASSIGN(const auto next, model::after(row.task, move.move, surroundings));
  if (row.task.is_checker() && move.move == Move::retry) TRY(may_check_again(change.database, row));
  const Task before = row.task;
  std::vector<model::Comment> comments;
  if (takes_comments(move.move)) {
    TRY_ASSIGN(comments, open_comments(change.database, row.key));
  }
  if (move.move != Move::start) move.reason = with_comments(move.reason, comments);
  apply(row.task, move, next, change);
  if (!comments.empty()) TRY(send_comments(change, row.key, row.task.round));
  TRY_ASSIGN(const auto checker, follow_check(change, row, before, move.move));
  if (row.mission_key) TRY(tell_mission(change, row, before, move, checker));
  if (next == TaskState::completed && !move.commit.empty()) TRY(write_accepted(change, row.key, move.commit));
  TRY(save_task(change, row));
  if (row.task.checker_report != before.checker_report) TRY(save_checker_report(change, row));
  TRY(follow_move(change, row, before.state, move.not_before.value_or(change.now)));
  return std::move(row.task);
}

Result<Task> TaskChanges::move(const TaskMove& move) {
  return m_changes.make([&](Change& now) { return make_move(now, move); });
}

Result<std::vector<Result<Task>>> TaskChanges::move_all(std::span<const TaskMove> moves) {
  return m_changes.make([&](Change& now) -> Result<std::vector<Result<Task>>> {
    std::vector<Result<Task>> out;
    out.reserve(moves.size());
    for (const auto& move : moves) {
      auto made = make_move(now, move);  // refuses before it writes anything
      if (!made && !is_refusal(made.error().code)) return std::move(made).error();
      out.push_back(std::move(made));
    }
    return out;
  });
}

}  // namespace assay::store
