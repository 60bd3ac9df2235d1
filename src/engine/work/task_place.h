// Where a task's work is done: the commit it begins at, and its worktree.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "git/repository.h"
#include "git/worktrees/integration_worktree.h"
#include "git/worktrees/task_worktree.h"
#include "model/mission.h"
#include "model/task.h"
#include "store/store.h"

namespace assay::engine {

// Nothing can be done for such a mission, also when there is a commit now.
Error began_without_commit(const model::MissionId& mission);

// The mission's base with the work the task depends on. Error invalid_input: that does not merge.
Result<std::string> base_of(const git::Repository& repository, const store::Store& store, const model::Mission& mission,
                            const model::Task& task);

// For work that is done again, in a round after the first: when its branch does not merge with the work of the others,
// the commit of all that on the target, to begin anew from. Nothing when it merges, or when the others do not.
Result<std::optional<std::string>> fresh_base_of(const git::Repository& repository, const store::Store& store,
                                                 const model::Mission& mission, const model::Task& task);

// Made when there is none (engine/worktree_folder.h says where); an existing one is left as it is.
Result<git::TaskWorktree> open_worktree(const git::Repository& repository, const store::Store& store,
                                        const model::Mission& mission, const model::Task& task);

// A copy of `commit` that an agent looks at for that task.
Result<git::IntegrationWorktree> copy_to_look_at(const git::Repository& repository, const model::MissionId& mission,
                                                 const model::TaskId& task, const std::string& commit);

}  // namespace assay::engine
