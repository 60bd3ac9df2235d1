// The worktree in which an agent does one task, on a branch of its own. What the agent leaves behind
// is never trusted and never lost: its state is told as values, and what it did not commit becomes a
// marked commit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/pending.h"
#include "git/repository.h"
#include "git/worktrees/worktree_place.h"

namespace assay::git {

// assay/<mission>/<task>
Result<std::string> task_branch(std::string_view mission, std::string_view task);

// How a worktree was left.
struct Left {
  std::string head;                        // the commit HEAD is at; empty: none
  std::string branch;                      // the branch HEAD is on; empty: detached
  std::string tip;                         // of the task's branch; empty: the branch is gone
  bool switched_branch = false;            // HEAD is not on the task's branch
  bool rewrote_history = false;            // the base, or the last tip seen, is no longer in the task's branch
  Pending pending = Pending::none;         // a merge, rebase, … that was not finished
  std::vector<std::string> unmerged{};     // paths left in conflict
  std::vector<std::string> uncommitted{};  // paths that differ from HEAD, untracked ones too, ignored ones not
  std::vector<std::string> nested{};       // repositories made inside; their files are in no snapshot

  // Nothing stands in the way of taking the branch as the task's work.
  bool is_orderly() const {
    return !switched_branch && !rewrote_history && pending == Pending::none && unmerged.empty() && nested.empty();
  }
};

class TaskWorktree {
 public:
  // Made when there is none, with all files of `base` (full id); an existing one is left as it is. `from`: the commit
  // that the work is compared with, where the base holds some of it already; empty: the base.
  static Result<TaskWorktree> open(const Repository& repository, std::string_view mission, std::string_view task,
                                   const std::string& path, const std::string& base, const std::string& from = {});

  const std::string& path() const { return m_place.path; }
  const std::string& branch() const { return m_place.branch; }
  const std::string& base() const { return m_place.base; }
  const std::string& compared_with() const { return m_place.compared_with(); }
  bool is_new() const { return m_new; }  // made just now: it holds the base and nothing else

  Result<Left> inspect() const;

  // The last tip of the branch that was seen in an orderly worktree; the base before that.
  std::string last_tip() const;

  struct Snapshot {
    Left left;                          // as it was before
    std::optional<std::string> commit;  // of what was not committed; nothing: all was, or not orderly
  };
  // Commits what is not committed on top of the branch, with the trailer `Assay-Snapshot:
  // uncommitted`. Only when the worktree is orderly; else the caller decides by what was left.
  Result<Snapshot> snapshot_commit(std::string_view message, std::int64_t date);

 private:
  TaskWorktree(const Repository& repository, WorktreePlace place)
      : m_repository(repository), m_place(std::move(place)) {}

  Repository m_repository;
  WorktreePlace m_place;
  bool m_new = false;
};

}  // namespace assay::git
