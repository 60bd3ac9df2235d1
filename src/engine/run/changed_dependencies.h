// Dependencies that took part in a run and are not what was installed. The change does not have them, and neither has a
// clean tree that shows the same folders, so they are named in both.
#pragma once

#include <string>
#include <vector>

#include "judge/outcome/evidence.h"

namespace assay::engine {

// What runners said of the files that they loaded, and files of node_modules that were written after the package
// manager was done. Relative to the work tree where they lie in it, sorted.
std::vector<std::string> changed_dependencies(const std::string& workspace, const std::vector<judge::CommandRun>& runs);

// The second part alone: `folder` is a node_modules.
std::vector<std::string> changed_node_packages(const std::string& folder);

}  // namespace assay::engine
