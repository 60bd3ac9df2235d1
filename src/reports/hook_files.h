// The files of src/reports/hooks, which the program carries. Inside this room only.
#pragma once

#include <vector>

#include "reports/ask.h"

namespace assay::reports {

// All of them.
std::vector<Hook> hook_files();

}  // namespace assay::reports
