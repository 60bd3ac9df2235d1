// Lock files of a git that was killed: every later git would stop at them.
#pragma once

#include <chrono>
#include <string_view>

#include "git/repository.h"

namespace assay::git {

// Of a branch (without refs/heads/) and of the worktree whose git folder has that name. One that is younger than `age`
// may belong to a git that is just being killed, and is waited for. For who knows that nobody else writes them.
void drop_stale_locks(const Repository& repository, std::string_view branch, std::string_view worktree,
                      std::chrono::milliseconds age = std::chrono::seconds(2));

}  // namespace assay::git
