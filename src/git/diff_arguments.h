// How Assay asks git for a difference.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay::git {

// From here on git takes a file for binary (core.bigFileThreshold).
constexpr std::int64_t k_big_file = std::int64_t{512} << 20;

// The same form whatever the user's configuration says. Paths may follow.
std::vector<std::string> diff_arguments(const std::vector<std::string>& commits);

}  // namespace assay::git
