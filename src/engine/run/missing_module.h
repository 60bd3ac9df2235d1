// A module that a run did not find: of the project, or of this machine?
#pragma once

#include <string>

#include "base/result.h"

namespace assay::engine {

// Whether the work tree has a part of that name, or a line that the change adds speaks of it.
Result<bool> is_of_project(const std::string& module, const std::string& workspace, const std::string& diff_file);

}  // namespace assay::engine
