// Where a task's work is done: the commit it begins at, and its worktree.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "git/merge.h"
#include "git/repository.h"
#include "git/worktrees/integration_worktree.h"
#include "git/worktrees/task_worktree.h"
#include "model/mission.h"
#include "model/task.h"
#include "store/store.h"

namespace assay::engine {

// Nothing can be done for such a mission, also when there is a commit now.
Error began_without_commit(const model::MissionId& mission);

// The commits that a task begins with.
struct TaskStart {
  std::string base;  // what it begins at
  std::string from;  // what its work is compared with: the same without the work of its subtasks
};

// The mission's base with the work the task depends on, and that of its own subtasks. Error invalid_input: that does
// not merge.
Result<TaskStart> start_of(const git::Repository& repository, const store::Store& store, const model::Mission& mission,
                           const model::Task& task);

// For a task that has begun already; nothing: it goes on from where it is. In a round after the first, when its branch
// does not merge with the work of the others, it begins anew from all that on the target, unless the others do not
// merge either. Work of its subtasks that came later is merged in; where that fails it begins anew from theirs.
Result<std::optional<TaskStart>> fresh_start_of(const git::Repository& repository, const store::Store& store,
                                                const model::Mission& mission, const model::Task& task,
                                                const std::string& compared_with);

// The completed subtasks whose work is part of this task, with their branches' tips; those that others depend on first.
struct TaskPart {
  model::Task task;
  std::string tip;
};
Result<std::vector<TaskPart>> completed_parts_of(const git::Repository& repository, const store::Store& store,
                                                 const model::Task& task);
std::vector<git::MergeBranch> branches_of(const std::vector<TaskPart>& parts);

// Made when there is none (engine/worktree_folder.h says where); an existing one is left as it is.
Result<git::TaskWorktree> open_worktree(const git::Repository& repository, const store::Store& store,
                                        const model::Mission& mission, const model::Task& task);

// A copy of `commit` that an agent looks at for that task.
Result<git::IntegrationWorktree> copy_to_look_at(const git::Repository& repository, const model::MissionId& mission,
                                                 const model::TaskId& task, const std::string& commit);

}  // namespace assay::engine
