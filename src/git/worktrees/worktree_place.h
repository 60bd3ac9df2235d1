// Where Assay keeps a linked worktree of its own and what it knows of it. The knowledge lies in
// <common git folder>/assay/worktrees/<name>, outside of the worktree, so that nothing that runs there
// can change it: not its .git file, not its index, not its HEAD.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/repository.h"

namespace assay::git {

enum class WorktreeKind { integration, task };

struct WorktreePlace {
  std::string name;
  WorktreeKind kind = WorktreeKind::integration;
  std::string path{};    // of the worktree, absolute
  std::string branch{};  // of a task's: without refs/heads/
  std::string base{};    // of a task's: the commit it began at
  std::string from{};    // of a task's: the commit its work is compared with, when that is another than the base

  const std::string& compared_with() const { return from.empty() ? base : from; }

  std::string state(const Repository& repository) const;      // the folder of what is known
  std::string lock_file(const Repository& repository) const;  // held (os::Lock) while it is in use
};

std::string worktrees_folder(const Repository& repository);

// What is known of a worktree of that name; nothing when there is none. Error: what is known cannot be read.
Result<std::optional<WorktreePlace>> find_place(const Repository& repository, std::string_view name);
std::vector<std::string> place_names(const Repository& repository);
std::vector<WorktreePlace> list_places(const Repository& repository);  // those that can be read

// Whether the work tree at `path` (resolved) is one of those, by its record in the common git folder. Starts no git.
bool is_recorded(const std::string& common_folder, const std::string& path);

// Makes sure that the worktree is there, empty when it is new: HEAD detached at `commit`, or on the
// task's branch, which is made at its base when there is none. What a crash left half done is finished.
// Error (conflict): the path or the branch is used otherwise.
Result<void> establish(const Repository& repository, const WorktreePlace& place, const std::string& commit);

// The git folder of the worktree, found without trusting anything inside it.
Result<std::string> admin_folder(const Repository& repository, const WorktreePlace& place);

// A git call in the worktree whose git folder is that one, whatever its .git file says now.
Call in_worktree(const WorktreePlace& place, const std::string& admin, std::vector<std::string> arguments);

// Writes the .git file again when it is not what git wrote.
Result<void> repair_link(const WorktreePlace& place, const std::string& admin);

// An error (conflict) for a worktree that is not there and that the user locked: it is on a disk that is away.
Result<void> refuse_locked(const WorktreePlace& place, const std::string& admin);

// Takes the worktree and what is known of it away. The branch stays. The files are only set aside
// (git/worktrees/removed.h), to be deleted without a lock. Killed in the middle, it is finished when it is called
// again.
Result<void> dismantle(const Repository& repository, const WorktreePlace& place);
// Where records and git's folders of removed worktrees are until they are deleted.
std::string removed_folder(const Repository& repository);
// Only what is known of it; the files stay.
Result<void> forget(const Repository& repository, const WorktreePlace& place);

}  // namespace assay::git
