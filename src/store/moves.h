// Moves and progress of tasks, inside a change that does more.
#pragma once

#include "store/change.h"
#include "store/tasks.h"

namespace assay::store {

// Refuses before it writes anything. What follows is done with it: the mission's status, the
// checkpoint, the checker of a task that became ready, the jobs that are due or gone.
Result<model::Task> make_move(Change& change, const TaskMove& move);

// A checkpoint about a task; nothing for one that belongs to no mission.
Result<void> note_progress(Change& change, const Progress& progress);

}  // namespace assay::store
