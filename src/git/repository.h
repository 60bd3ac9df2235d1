// What a check needs from git, through the git program. Every call runs with options that make its
// output the same whatever the user's or the repository's configuration says, runs no hook, no
// pager, no external diff, and reads nothing from a terminal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::git {

class Repository {
 public:
  // The repository that holds `folder`. Error: not a git work tree, with what to do.
  static Result<Repository> open(const std::string& folder);

  const std::string& root() const { return m_root; }  // top of the work tree
  const std::string& git_folder() const { return m_git_folder; }

  // Full id of a revision; error names the revision.
  Result<std::string> commit_of(std::string_view revision) const;
  std::optional<std::string> head() const;  // nothing before the first commit

  // What a change is measured against: the merge base of HEAD with the first of origin/HEAD,
  // origin/main, origin/master, main, master that exists; else the root commit.
  struct Base {
    std::string name;  // what was chosen: "origin/main", or a short id
    std::string commit;
  };
  Result<Base> infer_base() const;
  Result<Base> base_named(std::string_view revision) const;  // the merge base with that revision

  // Writes the difference between `base` and the work tree, untracked files included, to `file`.
  // Flags that hide changes from git (assume-unchanged, skip-worktree of files that exist) and
  // content filters of the repository's own configuration are set aside.
  Result<void> write_diff(const Base& base, const std::string& file) const;

  // Exit status and output of any other git command in this repository.
  struct Answer {
    int exit_code = 0;
    std::string output;
  };
  Result<Answer> ask(std::vector<std::string> arguments) const;
  // The output without its final newline; error when git says no.
  Result<std::string> tell(std::vector<std::string> arguments) const;

 private:
  Repository() = default;
  std::string m_root;
  std::string m_git_folder;
};

// A new repository with everything in `folder` committed; used by evaluation on scratch copies.
Result<Repository> init_with_commit(const std::string& folder, std::string_view message);
Result<void> commit_all(const Repository& repository, std::string_view message);
Result<void> apply_patch(const Repository& repository, const std::string& patch_file);

}  // namespace assay::git
