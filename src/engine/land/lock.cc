#include "engine/land/lock.h"

#include "base/hash.h"
#include "base/text.h"
#include "os/files.h"

namespace assay::engine {

Result<os::Lock> lock_target(const std::string& folder, std::string_view branch) {
  // Names of branches may be longer than names of files, and hold slashes.
  const std::string path = os::join_path(folder, cat("locks/land-", sha256_hex(branch).substr(0, 16)));
  TRY_ASSIGN(auto lock, os::Lock::try_take(path));
  if (lock) return std::move(*lock);
  return conflict(cat("another landing is under way here in ", branch, ", by ", os::Lock::holder(path),
                      "; wait for it to end, or line missions up (assay queue add)"));
}

}  // namespace assay::engine
