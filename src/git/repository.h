// A git repository on this machine, through the git program (see git/call.h for what every call
// guarantees). A value: copies are cheap and see the same repository. Any thread may use it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/call.h"

namespace assay::git {

// A commit or tree as people read it.
inline std::string short_id(std::string_view id) { return std::string(id.substr(0, 12)); }

class KnownCommits;
class Seal;

class Repository {
 public:
  // The repository that holds `folder`. Error: not a git work tree, with what to do.
  static Result<Repository> open(const std::string& folder);
  // The same, but a bare repository will do; its root() is then the git folder.
  static Result<Repository> open_even_bare(const std::string& folder);

  const std::string& root() const { return m_root; }                    // top of the work tree
  const std::string& git_folder() const { return m_git_folder; }        // of this work tree
  const std::string& common_folder() const { return m_common_folder; }  // shared by all its work trees
  bool is_bare() const { return m_bare; }                               // no work tree here
  bool is_linked() const { return m_git_folder != m_common_folder; }    // made by `git worktree add`
  const std::string& object_format() const { return m_object_format; }  // "sha1" or "sha256"
  std::string zero_id() const;                                          // what git writes for "no object"

  // The branch of this work tree; nothing when HEAD is detached.
  Result<std::optional<std::string>> current_branch() const;

  // The branch work is meant for: the first that exists of origin/HEAD's, main, master, the user's
  // init.defaultBranch, and the current branch.
  struct Target {
    std::string branch;  // "main"
    std::string commit;  // of the local branch, or of origin's when there is no local one
    std::string source;  // what named it: "origin/HEAD", "main", "current branch"
  };
  Result<Target> default_target() const;

  // Full id of a revision; nothing when there is no such commit. A git that could not answer is an error, never that.
  Result<std::optional<std::string>> find_commit(std::string_view revision) const;
  Result<std::string> commit_of(std::string_view revision) const;  // where it must be there; error names the revision
  Result<std::optional<std::string>> head() const;                 // nothing before the first commit

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
  // content filters of the repository's own configuration are set aside. The bytes of files of half a gigabyte and
  // more are left out; returns their paths.
  Result<std::vector<std::string>> write_diff(const Base& base, const std::string& file,
                                              const std::vector<std::string>& without = {}) const;
  // The same between two commits (full ids), from objects alone.
  Result<void> write_diff_between(const std::string& from, const std::string& to, const std::string& file) const;

  // Exit status and output of any other git command in this repository.
  Result<Answer> ask(std::vector<std::string> arguments) const;
  // The output without its final newline; error when git says no.
  Result<std::string> run(std::vector<std::string> arguments) const;

  // Runs a call that needs only objects (and a work tree or an index when the call's environment
  // names one) apart from the repository: it sees no configuration, attributes, excludes, refs,
  // replacements or hooks of the repository or the user, only its objects. Revisions must be full
  // ids. What it writes are objects of the repository. An empty folder means none is needed.
  Result<Answer> ask_sealed(Call call) const;
  Result<std::string> run_sealed(std::vector<std::string> arguments) const;

  // The same repository, whose new objects are written to `folder` (made when it is not there) instead of to its own
  // store. What was written there is seen only through the returned value.
  Result<Repository> writing_objects_to(const std::string& folder) const;
  // What a call needs to see these objects.
  const std::vector<std::string>& object_environment() const { return m_object_environment; }

  KnownCommits& known_commits() const { return *m_known; }

  // An error for a git command that said no, with a hint when objects are missing for a known reason.
  Error refusal(std::string_view what, const Answer& answer) const;

 private:
  Repository() = default;
  std::string m_root;
  std::string m_git_folder;
  std::string m_common_folder;
  std::string m_object_format;
  bool m_bare = false;
  std::vector<std::string> m_object_environment;
  std::shared_ptr<Seal> m_seal;
  std::shared_ptr<KnownCommits> m_known;
};

// A new repository with everything in `folder` committed; used by evaluation on scratch copies.
Result<Repository> init_with_commit(const std::string& folder, std::string_view message);
Result<void> commit_all(const Repository& repository, std::string_view message);
Result<void> apply_patch(const Repository& repository, const std::string& patch_file);

}  // namespace assay::git
