// A copy of a work tree's index that hides nothing: flags that tell git not to look at files
// (assume-unchanged, skip-worktree of files that exist) are set aside, and so are content filters of
// the configuration, which could show git other bytes than the files hold, unless they are asked for. The index
// itself is not touched.
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

 private:
  HonestIndex(std::string root, os::ScratchFolder scratch) : m_root(std::move(root)), m_scratch(std::move(scratch)) {}
  Result<void> drop_flags(const Repository& repository) const;

  std::string m_root;
  os::ScratchFolder m_scratch;
  std::vector<std::string> m_options;
};

// -c options that switch off content filters named in `git config --get-regexp` output. git-lfs with
// its standard command lines is let through: without it every large file would differ.
std::vector<std::string> filter_overrides(std::string_view listing);
Result<std::vector<std::string>> filter_overrides_of(const Repository& repository);

}  // namespace assay::git
