// The tasks of a plan, made all together.
#pragma once

#include "model/plan.h"
#include "store/mission_rows.h"
#include "store/task_rows.h"
#include "store/tasks.h"

namespace assay::store {

// Refuses duplicate or empty names, names that nothing has, a parent that does not stand before its
// subtask, and tasks that would wait for themselves; the cycle is named.
Result<void> check_plan(const model::Plan& plan);

// A checked plan's criteria, checks and tasks become the mission's. `row` has its pack loaded; it
// is adjusted and not saved.
Result<void> materialize(Change& change, MissionRow& row, const model::Plan& plan);

std::string plan_title(const model::Plan& plan);  // for a checkpoint

// A checked plan attached to a mission that has none, with its checkpoint.
Result<void> attach_plan(Change& change, const model::MissionId& id, const model::Plan& plan,
                         std::string_view plan_text);

// A new task as a draft asks for it, with its checkpoint and its job.
Result<model::Task> add_task(Change& change, const TaskDraft& draft);

// A task as a draft describes it, pending, with a new id.
model::Task task_from(const model::PlannedTask& planned);
void count_task(MissionRow& row, const model::Task& task, int difference);

}  // namespace assay::store
