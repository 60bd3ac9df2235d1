// Test programs that the command starts by their path, and that name no runner: those of Catch2 and doctest, which is
// seen only in the program itself when it is started. Inside this room only.
#pragma once

#include <vector>

#include "reports/find.h"
#include "reports/reach.h"

namespace assay::reports {

// What to put before those programs; what may come of it is added to `asked`.
std::vector<Edit> ask_test_programs(const FindResult& seen, const AskInput& input, Asked& asked);

}  // namespace assay::reports
