// Lock files of a git that was killed: every later git would stop at them.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>

#include "git/repository.h"

namespace assay::git {

// Of a branch (without refs/heads/) and of the worktree whose git folder has that name. One that is younger than `age`
// may belong to a git that is just being killed, and is waited for. For who knows that nobody else writes them.
void drop_stale_locks(const Repository& repository, std::string_view branch, std::string_view worktree,
                      std::chrono::milliseconds age = std::chrono::seconds(2));

// One lock file that nobody else writes, in the same way.
void drop_stale_lock(const std::string& path, std::chrono::milliseconds age = std::chrono::seconds(2));

// Of those refs (full names) that only Assay writes, when a transaction of ours could not lock them. True when one was
// removed, and it is worth trying again. Locks on other refs: see ref_record.h.
bool drop_own_locks(const Repository& repository, std::span<const std::string> refs,
                    std::chrono::milliseconds age = std::chrono::seconds(2));

}  // namespace assay::git
