// Folders that nobody needs any more. They are renamed at once, so that whoever gives one up does not wait and a kill
// leaves nothing half there, and deleted later, without any lock.
#pragma once

#include <chrono>
#include <string>

#include "base/result.h"

namespace assay::git {

// Renames `path` into `folder`, which is made when missing; what cannot be renamed (a mount point, another file
// system) is deleted where it is. A path that is not there is fine.
Result<void> set_aside(const std::string& path, const std::string& folder);

// Deletes what was set aside in `folder`, for about that long. True when nothing is left. Several may do so at once.
bool delete_set_aside(const std::string& folder, std::chrono::milliseconds at_most);

// Where work trees that lie in `folder` are set aside.
std::string aside_in(const std::string& folder);

}  // namespace assay::git
