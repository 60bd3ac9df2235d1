// What lies on the branch of a task and in its work tree, for whoever decides on it.
#pragma once

#include <string>
#include <vector>

#include "model/task.h"
#include "ops/context.h"

namespace assay::ops {

struct TaskBranch {
  std::string tip;                       // empty: there is no branch
  std::string folder;                    // its work tree; empty: there is none
  std::vector<std::string> uncommitted;  // in it
};

// What cannot be found out is left empty: it is only to be told, and stands in nobody's way.
TaskBranch look_at_branch(Context& context, const model::Task& task);

// "3 files are not committed, so they are no part of the work: …"; empty when all is committed.
std::string describe_uncommitted(const model::Task& task, const TaskBranch& branch);

}  // namespace assay::ops
