// Reading where something hostile may stand in place of a file.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace assay::os {

// The whole of a regular file; a link at its end, a named pipe, a socket or a device is an error and never waited for.
Result<std::string> read_regular_file(const std::string& path, std::uint64_t limit);
bool is_regular_file(const std::string& path);

}  // namespace assay::os
