// Files in a folder that are held to be exactly those of a commit. What was written is remembered
// outside the folder, in `state`, where nothing that runs in the folder can write; so changed,
// missing, hidden and added files are found whatever was done to them or to any index inside.
// Moving to another commit touches only the files that differ. One user at a time (the caller locks).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/checkout/index_file.h"
#include "git/repository.h"

namespace assay::git {

struct Submodule;

class WorkingCopy {
 public:
  // `state` is a folder of its own for this copy.
  WorkingCopy(Repository repository, std::string folder, std::string state);

  struct Moved {
    size_t written = 0;                  // files that the commit changes
    size_t restored = 0;                 // files that somebody had changed or removed
    size_t removed = 0;                  // leftovers: files that were there and are not the commit's
    bool whole = false;                  // everything was written anew
    std::vector<std::string> filters{};  // content filters the commit asks for ("lfs"); none was run
  };

  // Makes the files those of `commit` (full id of a commit or tree). `caches` are patterns of
  // untracked files and folders that stay: a name matches in any folder ("node_modules"), a path
  // from the top. Content filters (git-lfs) are not run: pointers stay pointers. Submodules are
  // filled from objects that are already here. Error before anything is touched: a submodule whose
  // objects are missing, a path that git itself would not write.
  Result<Moved> move_to(const std::string& commit, std::span<const std::string> caches);

  struct Tampering {
    std::vector<std::string> changed;    // tracked files that are not as they were written
    std::vector<std::string> untracked;  // topmost paths
  };
  // What is different from the commit it was moved to, in submodules too. Error (not_found) before the first move.
  Result<Tampering> find_tampering() const;
  // Those of `changed` (see Tampering) whose content, kind or mode is another one: a file that was only touched, or
  // written again as it was, is not among them.
  Result<std::vector<std::string>> rewritten(const std::vector<std::string>& changed) const;

  // The index of what was written, in git's format; empty before the first move.
  std::string index_file() const;
  std::string tree() const;  // id; empty before the first move

 private:
  friend class Movement;
  WorkingCopy copy_of(const Submodule& module) const;

  Repository m_repository;
  std::string m_folder;
  std::string m_state;
};

// True when git would refuse to write a file of that name: "..", ".git" in its many spellings.
bool is_forbidden_path(std::string_view path);

}  // namespace assay::git
