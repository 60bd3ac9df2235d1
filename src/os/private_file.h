// Files that only their owner may read and that change: keys, and who did what. They are read by
// read_secret (os/secret_file.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "os/files.h"

namespace assay::os {

// For reading; follows no link at its end, waits for no pipe.
Result<Fd> open_to_read(const std::string& path);

Result<void> make_private_folder(const std::string& path);  // 0700; its parent is there

// Replaced as a whole, on disk before it returns, 0600 from its first moment.
Result<void> write_private_file(const std::string& path, std::string_view content);

// Adds to the end, in one piece also beside other writers; made 0600 when missing.
Result<void> append_private_file(const std::string& path, std::string_view line);

}  // namespace assay::os
