// A tree made of one commit with some paths as another commit has them.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "git/repository.h"
#include "git/snapshot.h"

namespace assay::git {

// The id of the tree of `onto` with `paths` taken from `from`; a path that `from` does not have is
// removed. Only objects are read and written.
Result<std::string> graft(const Repository& repository, const Tree& onto, const Tree& from,
                          std::span<const std::string> paths);

}  // namespace assay::git
