// The check of a task: a task of its own, done by someone who did not do the work.
#pragma once

#include "model/task.h"

namespace assay::model {

// Whether a task that has become ready is checked. Subtasks never are ready, and nobody checks a
// checker.
bool is_checked(const Task& task);

// The checker of a ready task, pending, without id. It is part of no mission.
Task checker_of(const Task& checked);

// What it is told: look, run, change nothing, and end with a failure when a criterion is not met.
std::string checker_instructions(const Task& checked);

}  // namespace assay::model
