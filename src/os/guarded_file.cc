#include "os/guarded_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

namespace assay::os {

Result<GuardedFile> GuardedFile::open(const std::string& root, const std::string& path) {
  const std::string wanted = join_path(root, path);
  struct stat st {};
  if (::lstat(wanted.c_str(), &st) == 0 && !S_ISREG(st.st_mode)) {
    return invalid_input(cat("the result path ", path, " is not a plain file"));
  }
  TRY_ASSIGN(const std::string folder, inside(root, parent_path(wanted)));
  TRY(make_folders(folder));
  TRY_ASSIGN(const std::string again, inside(root, folder));
  const std::string resolved = join_path(again, file_name(wanted));
  // O_NONBLOCK: a FIFO put there meanwhile must not hold us up.
  Fd fd(::open(resolved.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
  if (!fd.is_open()) return invalid_input(cat("cannot open the result path ", path, ": ", std::strerror(errno)));
  GuardedFile file(std::move(fd), root, resolved);
  TRY(file.check());
  return file;
}

Result<void> GuardedFile::check() const {
  struct stat opened {
  }, named{};
  if (::fstat(m_fd.get(), &opened) != 0 || ::lstat(m_path.c_str(), &named) != 0) {
    return conflict(cat("the result file ", m_path, " was removed meanwhile"));
  }
  if (!S_ISREG(opened.st_mode)) return invalid_input(cat("the result path ", m_path, " is not a plain file"));
  if (opened.st_nlink != 1) return invalid_input(cat("the result file ", m_path, " has another name (hard link)"));
  if (opened.st_ino != named.st_ino || opened.st_dev != named.st_dev) {
    return conflict(cat("the result file ", m_path, " was replaced meanwhile"));
  }
  TRY(inside(m_root, m_path));
  return {};
}

Result<void> GuardedFile::write(std::string_view content) {
  TRY(check());
  if (::fchmod(m_fd.get(), 0600) != 0 || ::ftruncate(m_fd.get(), 0) != 0 || ::lseek(m_fd.get(), 0, SEEK_SET) != 0) {
    return unavailable(cat("cannot write ", m_path, ": ", std::strerror(errno)));
  }
  return write_all(m_fd.get(), content, m_path);
}

}  // namespace assay::os
