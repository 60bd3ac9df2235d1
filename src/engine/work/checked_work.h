// What the check of a task looks at: its branch, with the work of its subtasks, which nobody checks by themselves.
#pragma once

#include <string>

#include "base/result.h"
#include "engine/work/agents/work_context.h"
#include "engine/work/critic/critic.h"
#include "model/mission.h"
#include "model/task.h"

namespace assay::engine {

struct CheckedWork {
  model::Task task;
  model::Task asked;  // the same, with what was asked of its subtasks: criteria, files, instructions
  model::Mission mission;
  std::string tip;  // of its branch
  Candidate candidate;
};

// Error invalid_input: it has no mission, or its branch does not merge with what its subtasks did.
Result<CheckedWork> checked_work_of(const WorkContext& context, const model::Task& task);

}  // namespace assay::engine
