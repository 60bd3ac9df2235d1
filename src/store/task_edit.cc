// A person changes what is asked of a task. The history has what it said before.
#include "store/mission_rows.h"
#include "store/pack_rows.h"
#include "store/task_rows.h"
#include "store/tasks.h"

namespace assay::store {

using model::Task;
using model::TaskState;

namespace {

template <class T>
void put(const std::optional<T>& given, T& into) {
  if (given) into = *given;
}

void apply_edit(const TaskEdit& edit, Task& task) {
  put(edit.name, task.name);
  put(edit.instructions, task.instructions);
  put(edit.acceptance_criteria, task.acceptance_criteria);
  put(edit.agent, task.agent.type);
  put(edit.files_modified, task.files_modified);
  put(edit.timeout_ms, task.timeout_ms);
  put(edit.max_attempts, task.max_attempts);
}

std::string order_of(const Task& task) {
  return cat("name: ", task.name, "\ninstructions: ", task.instructions, "\ncriteria: ", task.acceptance_criteria,
             "\nfiles: ", join(task.files_modified, ", "), "\nagent: ", task.agent.type, "\ntimeout: ", task.timeout_ms,
             " ms\nattempts: ", task.max_attempts);
}

}  // namespace

Result<Task> TaskChanges::edit(const model::TaskId& id, const TaskEdit& edit) {
  return m_changes.make([&](Change& now) -> Result<Task> {
    TRY_ASSIGN(auto row, load_task(now.database, id));
    const auto state = row.task.state;
    if (row.task.is_checker() || state == TaskState::running || state == TaskState::ready ||
        state == TaskState::completed) {
      return conflict(cat("cannot edit task ", id.text, ": it is ", name(state),
                          row.task.is_checker() ? " and a checker" : "",
                          "; a task is edited while it is pending, failed, blocked or cancelled"));
    }
    const auto before = order_of(row.task);
    apply_edit(edit, row.task);
    if (order_of(row.task) == before) return std::move(row.task);
    row.task.updated_at = now.now;
    TRY(save_order(now, row));
    if (!row.mission_key) return std::move(row.task);
    TRY_ASSIGN(auto mission, load_mission(now.database, *row.mission_key));
    TRY_ASSIGN(const auto set_back, set_back_results(now, mission));
    TRY_ASSIGN(const auto told, save_mission(now, mission));
    TRY(append(now, mission.key, mission.mission.id,
               {model::CheckpointKind::edited, cat("Changed task: ", row.task.name),
                lines({cat("was:\n", before, "\nis:\n", order_of(row.task)), set_back, told}), id}));
    return std::move(row.task);
  });
}

}  // namespace assay::store
