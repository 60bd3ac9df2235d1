// An empty folder put where nothing was, so that a sandbox can cover the place and no command makes it its own.
// Several runs may hold the same one; the last of them removes it. Internal to os.
#pragma once

#include <optional>
#include <string>

#include "os/files.h"

namespace assay::os {

class HeldFolder {
 public:
  // Nothing when there is none and none can be made: nobody of our rights can make it then.
  static std::optional<HeldFolder> hold(const std::string& path);
  ~HeldFolder();
  HeldFolder(HeldFolder&&) noexcept = default;
  HeldFolder& operator=(HeldFolder&&) = delete;

 private:
  HeldFolder(std::string path, Fd lock) : m_path(std::move(path)), m_lock(std::move(lock)) {}
  std::string m_path;
  Fd m_lock;  // shared by all who hold it
};

}  // namespace assay::os
