#include "os/private_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

namespace assay::os {

namespace {

Error private_file_error(std::string_view what, const std::string& path) {
  return unavailable(cat("cannot ", what, " ", path, ": ", std::strerror(errno)));
}

}  // namespace

Result<Fd> open_to_read(const std::string& path) {
  Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!fd.is_open())
    return errno == ENOENT ? Result<Fd>(not_found(cat("there is no file ", path))) : private_file_error("read", path);
  return fd;
}

Result<void> make_private_folder(const std::string& path) {
  if (::mkdir(path.c_str(), 0700) == 0) return {};
  struct stat st {};
  if (errno == EEXIST && ::lstat(path.c_str(), &st) == 0 && S_ISDIR(st.st_mode)) return {};
  return private_file_error("make the folder", path);
}

Result<void> write_private_file(const std::string& path, std::string_view content) {
  const std::string beside = cat(path, ".", ::getpid(), ".new");
  ::unlink(beside.c_str());
  const Fd fd(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!fd.is_open()) return private_file_error("write", path);
  auto written = write_all(fd.get(), content, path);
  if (written &&
      (::fchmod(fd.get(), 0600) != 0 || ::fsync(fd.get()) != 0 || ::rename(beside.c_str(), path.c_str()) != 0)) {
    written = private_file_error("write", path);
  }
  if (!written) ::unlink(beside.c_str());
  return written;
}

Result<void> append_private_file(const std::string& path, std::string_view line) {
  const Fd fd(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!fd.is_open()) return private_file_error("write", path);
  return write_all(fd.get(), line, path);
}

}  // namespace assay::os
