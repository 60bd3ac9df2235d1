// Where programs lie.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::os {

// The program that a shell would start by this name; nothing when there is none on the PATH.
std::optional<std::string> find_program(std::string_view name);

// The file of the program that runs now; nothing when it is not there any more.
std::optional<std::string> own_program();

}  // namespace assay::os
