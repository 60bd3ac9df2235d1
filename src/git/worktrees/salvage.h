// Taking away worktrees of Assay without losing anything: what is in no branch is first kept under
// refs/assay/salvage/<name>/<time>, then the worktree goes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/repository.h"
#include "git/worktrees/worktree_place.h"

namespace assay::git {

struct WorktreeStatus {
  WorktreePlace place;
  bool is_there = false;  // the folder exists and git knows it
  std::string head{};     // commit
  std::string problem{};  // what keeps it from being looked at or removed, and what to do; empty: nothing
  // Only when it was looked at closely:
  std::vector<std::string> uncommitted{};  // paths that differ from HEAD
  std::vector<std::string> nested{};       // repositories made inside
  bool is_reachable = true;                // some branch, tag or remote branch holds HEAD
};

// From outside: what files of git's and ours say, one git process for all of them. Closely: several for each.
enum class Look { outside, closely };

// All worktrees of Assay in this repository, by name. One that is odd hinders no other.
Result<std::vector<WorktreeStatus>> list_worktrees(const Repository& repository, Look look);
Result<WorktreeStatus> status_of(const Repository& repository, std::string_view name);  // closely

// Keeps everything in a worktree that no ref holds: its files (ignored ones not), what was staged, and
// its HEAD. Nothing when there is nothing to keep. Error (conflict): there is what no commit can keep, or a repository
// was made inside, whose history would be lost.
Result<std::optional<std::string>> salvage(const Repository& repository, const WorktreePlace& place, std::int64_t date);

struct Pruned {
  std::string name;
  std::optional<std::string> salvage_ref;  // nothing: there was nothing to keep
};

// What a task's worktree holds and no branch does.
enum class Unsaved { salvage, stays };

// Salvages, then removes. Branches stay. Error (conflict) says why not: somebody is using it, it is locked, there is
// what no commit can keep, or what may not be salvaged. Then nothing was removed.
Result<Pruned> prune(const Repository& repository, std::string_view name, std::int64_t date,
                     Unsaved unsaved = Unsaved::salvage);

// For a task's worktree that was left in disorder: salvages it and whatever its branch holds now, takes
// it away, and puts the branch back to `tip`. The caller sees to it that nobody uses it.
Result<void> put_aside(const Repository& repository, std::string_view name, const std::string& tip, std::int64_t date);

}  // namespace assay::git
