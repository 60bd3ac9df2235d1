// Who lands, one at a time for each target branch. A landing that waits for a remote keeps out only those that would
// move the same branch.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "os/lock.h"

namespace assay::engine {

// `folder` is .assay. Conflict names who has it.
Result<os::Lock> lock_target(const std::string& folder, std::string_view branch);

}  // namespace assay::engine
