#include "engine/prove/given_files.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::engine {

namespace {

Result<void> put(const std::string& folder, const GivenFile& file) {
  const auto path = os::inside(folder, file.path);
  if (!path) return invalid_input(cat(excerpt(file.path, 200), " does not lie in the tree"));
  if (!file.content) {
    ::unlink(path->c_str());
    return {};
  }
  TRY(os::make_folders(os::parent_path(*path)));
  const os::Fd fd(::open(path->c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (!fd.is_open()) return unavailable(cat("cannot write ", *path, ": ", std::strerror(errno)));
  return os::write_all(fd.get(), *file.content, *path);
}

}  // namespace

Result<void> put_files(const std::string& folder, const std::vector<GivenFile>& files) {
  for (const auto& file : files) TRY(put(folder, file));
  return {};
}

}  // namespace assay::engine
