// Commands that a criterion says must succeed, and files that it says must be there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/pack.h"

namespace assay::plan {

// Whether it is the line of a program that is known, and that needs nothing but the work.
bool is_command_line(std::string_view text);

// "`npm test` passes" and "`make lint` exits with 0" name a command to run. A sentence about a failure, a program that
// is not known as one, and text without backquotes name none: what is run must be what the writer meant.
std::vector<std::string> commands_named(std::string_view criterion);

// A check for each command that a criterion names and says to succeed, and for each file that it says to be made,
// unless one of `checks` runs it or looks for it already. A sentence with a condition ("if config.yml exists") asks for
// no file.
std::vector<model::AcceptanceCheck> checks_of_criteria(const std::vector<std::string>& criteria,
                                                       const std::vector<model::AcceptanceCheck>& checks);

}  // namespace assay::plan
