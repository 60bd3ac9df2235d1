// A result file in a place that someone hostile may prepare: opened before anything is read,
// never through a symbolic link, never a FIFO, device, folder or a file with another name (hard
// link), always inside the given root, mode 0600, and checked again right before it is written.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "os/files.h"

namespace assay::os {

class GuardedFile {
 public:
  static Result<GuardedFile> open(const std::string& root, const std::string& path);
  // Replaces the content. Refused when the path no longer names the file that was opened.
  Result<void> write(std::string_view content);
  const std::string& path() const { return m_path; }

 private:
  GuardedFile(Fd fd, std::string root, std::string path)
      : m_fd(std::move(fd)), m_root(std::move(root)), m_path(std::move(path)) {}
  Result<void> check() const;
  Fd m_fd;
  std::string m_root;
  std::string m_path;
};

}  // namespace assay::os
