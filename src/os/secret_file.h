// Files that only their owner may read: keys.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::os {

// Makes the file, 0600 from its first moment, whole or not at all; false when there is one, which stays.
Result<bool> write_secret_once(const std::string& path, std::string_view content);

// Refused when others may read or write it, or when it is a link; the error says how to mend that.
Result<std::string> read_secret(const std::string& path, std::uint64_t limit);

}  // namespace assay::os
