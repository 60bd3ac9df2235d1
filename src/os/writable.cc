#include "os/writable.h"

#include <unistd.h>

namespace assay::os {

bool can_write(const std::string& path) { return ::access(path.c_str(), W_OK) == 0; }

}  // namespace assay::os
