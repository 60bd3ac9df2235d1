// What lies in a worktree of ours right now, as objects: the tree of its files, whatever its own
// index says. For snapshots and salvage.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/repository.h"
#include "git/worktrees/worktree_place.h"
#include "os/files.h"

namespace assay::git {

class WorkLeft {
 public:
  // Takes all files but ignored ones. `admin` is the worktree's git folder.
  static Result<WorkLeft> take(const Repository& repository, const WorktreePlace& place, const std::string& admin);

  const std::string& tree() const { return m_tree; }
  const std::vector<std::string>& nested() const { return m_nested; }  // repositories inside, left out
  // Error (conflict): there is what git cannot take, a name like ".GIT" or a file that may not be read. It is not in
  // the tree.
  Result<void> check_whole(const WorktreePlace& place) const;
  // Paths in which the files differ from a commit.
  Result<std::vector<std::string>> against(const std::string& commit) const;
  // Makes the files the worktree's own index, once HEAD holds the tree.
  Result<void> adopt_index(const std::string& admin) const;

 private:
  WorkLeft(const Repository& repository, os::ScratchFolder scratch)
      : m_repository(repository), m_scratch(std::move(scratch)) {}
  Call with_index(const WorktreePlace& place, std::vector<std::string> arguments) const;
  std::string index_file() const { return os::join_path(m_scratch.path(), "index"); }
  Result<void> prepare_index(const WorktreePlace& place);
  Result<void> prepare_excludes() const;
  Result<void> add_files(const WorktreePlace& place);
  bool understand(std::string_view line);
  Result<void> remove_from_index(const WorktreePlace& place, const std::vector<std::string>& paths) const;
  Result<void> look_at_large(const WorktreePlace& place);
  Result<std::vector<std::string>> repositories_in_index(const WorktreePlace& place) const;
  Result<void> leave_out_nested(const WorktreePlace& place);

  Repository m_repository;
  os::ScratchFolder m_scratch;
  std::string m_tree;
  std::vector<std::string> m_nested;
  std::vector<std::string> m_special;  // a named pipe or the like where a tracked file was
  std::vector<std::string> m_unsaved;
  std::vector<std::string> m_large;
};

}  // namespace assay::git
