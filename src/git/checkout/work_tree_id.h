// The files of a work tree as a tree of git: tracked ones as they are now and new ones, none that git ignores.
#pragma once

#include <string>

#include "base/result.h"
#include "git/repository.h"

namespace assay::git {

// Writes objects (see Repository::writing_objects_to), and neither the index nor a ref. Returns the id of the tree.
Result<std::string> write_work_tree(const Repository& repository);

}  // namespace assay::git
