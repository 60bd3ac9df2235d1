// Commands that a criterion says must succeed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/pack.h"

namespace assay::plan {

// "`npm test` passes" and "`make lint` exits with 0" name a command to run. A sentence about a failure, a program that
// is not known as one, and text without backquotes name none: what is run must be what the writer meant.
std::vector<std::string> commands_named(std::string_view criterion);

// A check for each command that a criterion names, and that no check of `checks` runs already.
std::vector<model::AcceptanceCheck> checks_of_criteria(const std::vector<std::string>& criteria,
                                                       const std::vector<model::AcceptanceCheck>& checks);

}  // namespace assay::plan
