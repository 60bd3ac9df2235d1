// Whether something can be written, asked before or after it failed: to say what stands in the way.
#pragma once

#include <string>

namespace assay::os {

// We may, and its file system lets anybody.
bool can_write(const std::string& path);

}  // namespace assay::os
