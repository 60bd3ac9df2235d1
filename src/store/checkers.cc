#include "store/checkers.h"

#include "base/hash.h"
#include "model/checker.h"
#include "store/database/rows.h"
#include "store/job_rows.h"
#include "store/moves.h"

namespace assay::store {

using model::TaskId;
using model::TaskState;

namespace {

constexpr Query k_open_checkers{
    "SELECT id FROM tasks WHERE checker_for_key = $1 AND state IN ('pending', 'running', 'blocked') ORDER BY key"};
constexpr Query k_checked_state{"SELECT state FROM tasks WHERE key = $1"};

Result<std::vector<TaskId>> open_checkers(Database& database, std::int64_t checked_key) {
  std::vector<TaskId> out;
  TRY(database.each(k_open_checkers, {checked_key}, [&](const Row& row) -> Result<Flow> {
    out.emplace_back(std::string(row.text(0)));
    return Flow::go_on;
  }));
  return out;
}

}  // namespace

Result<TaskId> spawn_checker(Change& change, const TaskRow& checked) {
  if (!model::is_checked(checked.task)) return TaskId();
  TRY_ASSIGN(const auto open, open_checkers(change.database, checked.key));
  if (!open.empty()) return open.front();
  TaskRow made;
  made.task = model::checker_of(checked.task);
  made.task.id = TaskId(cat("task-", random_name(12)));
  made.checker_for_key = checked.key;
  TRY(insert_task(change, made, {}));
  TRY(enqueue_if_due(change, made.key, change.now));
  return made.task.id;
}

Result<void> drop_checker(Change& change, const TaskRow& checked, std::string_view why) {
  if (!model::is_checked(checked.task)) return {};
  TRY_ASSIGN(const auto open, open_checkers(change.database, checked.key));
  for (const auto& id : open) TRY(make_move(change, {id, model::Move::cancel, std::string(why), {}}));
  return {};
}

Result<void> may_check_again(Database& database, const TaskRow& checker) {
  const auto refuse = [&](std::string_view why) {
    return conflict(cat("cannot retry task ", checker.task.id.text, ": ", why));
  };
  TRY_ASSIGN(const auto state, (first<TaskState>(database, k_checked_state, {*checker.checker_for_key},
                                                 [](Columns& c) { return c.named(model::task_state_named); })));
  if (state != TaskState::ready) return refuse("the task that it checks is not ready");
  TRY_ASSIGN(const auto latest, latest_checker(database, *checker.checker_for_key));
  if (latest && latest->key != checker.key) return refuse(cat("there is a later check: ", latest->task.id.text));
  return {};
}

}  // namespace assay::store
