// Files in a folder that somebody else may be changing while we look: the kernel resolves each path and
// refuses every way out (symbolic links, "..", other names of processes' files), so that no moment is left
// between looking and opening. Errors say the path; invalid_input when it leads outside.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::os {

// `path` is relative to `folder`, or absolute and below it as it is written.
Result<std::string> read_beneath(const std::string& folder, const std::string& path, std::uint64_t limit);
// Makes folders on the way; replaces the content of a file that is there. Never another kind of file.
Result<void> write_beneath(const std::string& folder, const std::string& path, std::string_view content);
// At the end of a file that is there. Error conflict when it would grow past `limit`.
Result<void> append_beneath(const std::string& folder, const std::string& path, std::string_view content,
                            std::uint64_t limit);

}  // namespace assay::os
