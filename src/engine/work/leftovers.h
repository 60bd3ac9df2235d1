// What an agent may leave behind that keeps its branch from being taken as its work, in words. Inside
// task_run only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/work/task_run.h"
#include "git/repository.h"

namespace assay::engine {

std::vector<BranchProblem> disorder_of(const git::Left& left, std::string_view branch);
BranchProblem marked_conflicts(const std::vector<std::string>& files);
BranchProblem changed_outside(const std::vector<std::string>& lines);

// Files to which a change adds the marks of a merge conflict: a beginning and an end.
Result<std::vector<std::string>> files_with_conflict_markers(const git::Repository& repository, const std::string& from,
                                                             const std::string& to);

// Keeps all that is in a worktree and in no branch; the ref that holds it, when there was something.
Result<std::optional<std::string>> keep_all(const git::Repository& repository, std::string_view worktree,
                                            std::int64_t date);

}  // namespace assay::engine
