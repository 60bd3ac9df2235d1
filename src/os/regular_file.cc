#include "os/regular_file.h"

#include <sys/stat.h>

#include "base/text.h"
#include "os/files.h"
#include "os/private_file.h"

namespace assay::os {

bool is_regular_file(const std::string& path) {
  struct stat st {};
  return ::lstat(path.c_str(), &st) == 0 && S_ISREG(st.st_mode);
}

Result<std::string> read_regular_file(const std::string& path, std::uint64_t limit) {
  TRY_ASSIGN(const auto fd, open_to_read(path));
  struct stat st {};
  if (::fstat(fd.get(), &st) != 0 || !S_ISREG(st.st_mode)) return invalid_input(cat(path, " is not a plain file"));
  return read_file(cat("/proc/self/fd/", fd.get()), limit);
}

}  // namespace assay::os
