// A copy of a work tree's index that hides nothing: flags that tell git not to look at files
// (assume-unchanged, skip-worktree of files that exist) are set aside, and so are content filters of
// the configuration, which could show git other bytes than the files hold, unless they are asked for. So are those of
// repositories inside: git looks into them by itself, and their configuration may lie in the work tree, where any
// command can have written it. The index itself is not touched.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/repository.h"
#include "os/files.h"

namespace assay::git {

class HonestIndex {
 public:
  enum class Filters { set_aside, run };
  static Result<HonestIndex> copy_of(const Repository& repository, Filters filters = Filters::set_aside);

  // A call in the repository that sees this index.
  Call with(std::vector<std::string> arguments) const;

  // Sets aside the filters of repositories that were added to it.
  Result<void> look_for_modules();

 private:
  HonestIndex(const Repository& repository, os::ScratchFolder scratch)
      : m_root(repository.root()), m_environment(repository.object_environment()), m_scratch(std::move(scratch)) {}
  Result<void> drop_flags(const Repository& repository, std::string_view listing) const;

  std::string m_root;
  std::vector<std::string> m_environment;
  os::ScratchFolder m_scratch;
  std::vector<std::string> m_options;
};

// Options for a git call that looks into `modules`, repositories in the work tree `root`, and those in them: their
// content filters are not run.
Result<std::vector<std::string>> module_filter_overrides(const std::string& root,
                                                         const std::vector<std::string>& modules);

// An index with its mode and time: git distrusts a file that was written in the same second as the index, and compares
// its content. A copy that looks younger would make it trust a file that was changed right after it was committed.
// Nothing is copied when there is none.
Result<void> copy_index(const std::string& from, const std::string& to);

}  // namespace assay::git
