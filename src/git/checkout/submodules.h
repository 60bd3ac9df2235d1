// Submodules of a tree, found in objects that are already on this machine. Nothing is fetched.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "git/checkout/index_file.h"
#include "git/repository.h"

namespace assay::git {

struct Submodule {
  std::string path;
  std::string commit;
  Repository repository;  // that has the commit
};

// Error names the first submodule whose commit is not here, and how to get it.
Result<std::vector<Submodule>> find_submodules(const Repository& repository, const std::string& tree,
                                               const Index& index);

}  // namespace assay::git
