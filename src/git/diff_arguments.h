// How Assay asks git for a difference.
#pragma once

#include <string>
#include <vector>

namespace assay::git {

// The same form whatever the user's configuration says. Paths may follow.
std::vector<std::string> diff_arguments(const std::vector<std::string>& commits);

}  // namespace assay::git
