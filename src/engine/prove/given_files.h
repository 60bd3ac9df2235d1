// Files put over a tree for a trial.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/prove/lab.h"

namespace assay::engine {

// In place, so that what can be executed stays so. Whoever owns the tree puts it back.
Result<void> put_files(const std::string& folder, const std::vector<GivenFile>& files);

}  // namespace assay::engine
