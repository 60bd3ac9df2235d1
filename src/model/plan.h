// A plan: the tasks of a mission before they have ids. It comes from a file, a person or a planner.
#pragma once

#include <string>
#include <vector>

#include "model/pack.h"
#include "model/task.h"

namespace assay::model {

struct PlannedTask {
  std::string name;  // unique in the plan; dependencies and parents name it
  TaskKind kind = TaskKind::execution;
  std::string instructions;
  std::string acceptance_criteria;
  std::vector<SuccessCriterion> success_criteria;
  std::vector<std::string> files_modified;
  std::vector<std::string> depends_on;  // names
  std::string parent;                   // a name, or empty
  TaskAgent agent;
  std::int64_t timeout_ms = 3'600'000;
  std::uint32_t max_attempts = 1;
};

struct Plan {
  std::string title;                    // empty: from the prompt
  std::vector<std::string> criteria;    // added to the generated ones
  std::vector<AcceptanceCheck> checks;  // added to the synthesized ones; without ids
  std::vector<PlannedTask> tasks;       // a parent stands before its subtasks
};

}  // namespace assay::model
