// A folder for one run with an empty home/ and tmp/, from a small pool that is kept. Internal to os.
//
// Making and removing three folders for each check costs more than starting the check where many were
// removed lately (ext4 passes over what it has just freed), so they are emptied and used again. A slot is
// claimed with a lock that ends with its owner, and emptied before and after.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "os/files.h"

namespace assay::os {

class ScratchSlot {
 public:
  static Result<ScratchSlot> claim();
  ~ScratchSlot();
  ScratchSlot(ScratchSlot&&) noexcept = default;
  ScratchSlot& operator=(ScratchSlot&&) = delete;
  const std::string& path() const { return m_path; }

 private:
  ScratchSlot(std::string path, Fd lock) : m_path(std::move(path)), m_lock(std::move(lock)) {}
  explicit ScratchSlot(ScratchFolder own) : m_path(own.path()), m_own(std::move(own)) {}

  std::string m_path;
  Fd m_lock;
  std::optional<ScratchFolder> m_own;  // when the pool has nothing: one that is removed
};

}  // namespace assay::os
