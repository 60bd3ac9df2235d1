// Looks at every file of a work tree once and says what is not as the index has it.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "git/checkout/index_file.h"

namespace assay::git {

struct Found {
  std::vector<size_t> changed;         // positions in the index: other stamp, other kind, or gone
  std::vector<std::string> untracked;  // topmost: a folder without tracked files is named, not its files
};

// `.git` at the top is not reported. Folders of submodules are not entered. Symlinks are never
// followed. Folders that their owner cannot read or write are made so.
Result<Found> scan(const std::string& root, const Index& index);

}  // namespace assay::git
