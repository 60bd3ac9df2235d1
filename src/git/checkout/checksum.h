// The checksum that ends a git index.
#pragma once

#include <string>
#include <string_view>

namespace assay::git {

// Raw bytes: 20 for "sha1", 32 for "sha256". Not for anything that must withstand an attacker.
std::string checksum(std::string_view bytes, std::string_view object_format);

}  // namespace assay::git
