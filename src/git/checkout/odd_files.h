// What may stand in a work tree that git must not be let loose on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::git {

constexpr std::uint64_t k_largest_file = std::uint64_t{2} << 30;

// Looks at `paths` of the work tree and all below them, without opening a file. Folders and files of this user that it
// may not read are made readable. Error (conflict): git would wait for ever at a named pipe that it takes for one of
// its own files. Returns the paths of files that are larger than a commit should hold.
Result<std::vector<std::string>> look_before_git(const std::string& root, const std::vector<std::string>& paths);

}  // namespace assay::git
