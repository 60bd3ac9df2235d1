#include "os/lock.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

namespace assay::os {

namespace {

Result<void> sign(const Fd& fd, const std::string& path) {
  if (::ftruncate(fd.get(), 0) != 0) return {};  // only a hint for people
  return write_all(fd.get(), cat("process ", ::getpid()), path);
}

}  // namespace

Result<Fd> Lock::open(const std::string& path) {
  TRY(make_folders(parent_path(path)));
  Fd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!fd.is_open()) return unavailable(cat("cannot open the lock ", path, ": ", std::strerror(errno)));
  return fd;
}

Result<std::optional<Lock>> Lock::try_take(const std::string& path) {
  TRY_ASSIGN(auto fd, open(path));
  while (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno == EWOULDBLOCK) return std::optional<Lock>();
    return unavailable(cat("cannot lock ", path, ": ", std::strerror(errno)));
  }
  TRY(sign(fd, path));
  return std::optional<Lock>(Lock(std::move(fd)));
}

Result<Lock> Lock::take(const std::string& path) {
  TRY_ASSIGN(auto fd, open(path));
  while (::flock(fd.get(), LOCK_EX) != 0) {
    if (errno != EINTR) return unavailable(cat("cannot lock ", path, ": ", std::strerror(errno)));
  }
  TRY(sign(fd, path));
  return Lock(std::move(fd));
}

bool Lock::is_held(const std::string& path) {
  const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  return fd.is_open() && ::flock(fd.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

bool Lock::is_at(const std::string& path) const {
  struct stat mine {};
  struct stat there {};
  return ::fstat(m_fd.get(), &mine) == 0 && ::lstat(path.c_str(), &there) == 0 && mine.st_ino == there.st_ino &&
         mine.st_dev == there.st_dev;
}

std::string Lock::holder(const std::string& path) {
  const auto text = read_file(path, 256);
  return text && !text->empty() ? *text : "another process";
}

}  // namespace assay::os
