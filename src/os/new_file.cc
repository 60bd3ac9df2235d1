#include "os/new_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

namespace assay::os {

namespace {

Error cannot_write(const std::string& path) {
  const int why = errno;
  std::string message = cat("cannot write ", path, ": ", std::strerror(why));
  if (why == ENOENT) message += "; make its folder first";
  return why == ENOENT ? not_found(std::move(message)) : unavailable(std::move(message));
}

// The name is only durable once its folder is.
void sync_folder(const std::string& path) {
  const std::string folder = parent_path(path);
  const Fd fd(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd.is_open()) ::fsync(fd.get());
}

}  // namespace

Result<NewFile> NewFile::open(const std::string& path) {
  struct stat st {};
  if (::stat(path.c_str(), &st) == 0 && !S_ISREG(st.st_mode)) {
    return invalid_input(cat("cannot write ", path, ": it is not a regular file"));
  }
  std::string beside = cat(path, ".", ::getpid(), ".new");
  Fd fd(::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644));
  if (!fd.is_open()) return cannot_write(path);
  return NewFile(std::move(fd), path, std::move(beside));
}

NewFile::NewFile(NewFile&& other) noexcept
    : m_fd(std::move(other.m_fd)), m_path(std::move(other.m_path)), m_beside(std::move(other.m_beside)) {
  other.m_beside.clear();
}

NewFile::~NewFile() {
  if (!m_beside.empty()) ::unlink(m_beside.c_str());
}

Result<void> NewFile::write(std::string_view bytes) { return write_all(m_fd.get(), bytes, m_path); }

Result<void> NewFile::commit() {
  if (::fsync(m_fd.get()) != 0) return cannot_write(m_path);
  if (::close(m_fd.release()) != 0) return cannot_write(m_path);
  if (::rename(m_beside.c_str(), m_path.c_str()) != 0) return cannot_write(m_path);
  m_beside.clear();
  sync_folder(m_path);
  return {};
}

}  // namespace assay::os
