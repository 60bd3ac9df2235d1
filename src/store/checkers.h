// The checkers of tasks: made when a task becomes ready, gone when it is ready no more.
#pragma once

#include "store/task_rows.h"

namespace assay::store {

// Makes and queues the checker of a task that is becoming ready; nothing for what is not checked and
// when one is open. Its id, or an empty one.
Result<model::TaskId> spawn_checker(Change& change, const TaskRow& checked);

// Cancels the checker that is still open, because the task was decided on without it.
Result<void> drop_checker(Change& change, const TaskRow& checked, std::string_view why);

// Refuses to open a checker again that nobody waits for.
Result<void> may_check_again(Database& database, const TaskRow& checker);

}  // namespace assay::store
