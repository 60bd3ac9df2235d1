// File checks, answered from the integrated tree itself and not from a folder that a command may
// have written into.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "git/snapshot.h"

namespace assay::engine {

struct FileAnswer {
  bool exists = false;
  std::string reason;  // what was found, or why it is no pass
};

// A file, a folder with something in it, or a pattern that names at least one file. A symbolic link
// counts when what it names is in the tree too.
Result<FileAnswer> check_file(const git::Tree& tree, std::string_view path);

}  // namespace assay::engine
