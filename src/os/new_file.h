// A file that is written piece by piece and appears whole: written beside, made durable, and renamed
// into place by commit(). Without it nothing is left behind, not even by a kill (where the file system
// has files without names), and what stood there stays.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "os/files.h"

namespace assay::os {

class NewFile {
 public:
  // Errors: no such folder, not writable, `path` is a folder, a device or a pipe.
  static Result<NewFile> open(const std::string& path);
  ~NewFile();
  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&&) = delete;

  Result<void> write(std::string_view bytes);
  Result<void> commit();  // nothing may follow

 private:
  NewFile(Fd fd, std::string path, std::string beside)
      : m_fd(std::move(fd)), m_path(std::move(path)), m_beside(std::move(beside)) {}
  Result<void> put_in_place();
  Fd m_fd;
  std::string m_path;
  std::string m_beside;  // empty while it has no name of its own, and once it is in place
};

}  // namespace assay::os
