// A folder for one run with an empty home/ and tmp/, from a small pool that is kept. Internal to os.
//
// Making and removing folders for each check costs more than starting the check where many were removed
// lately (ext4 passes over what it has just freed: a tenth of a millisecond and more for each), so they are
// emptied and used again, with the folders onto which a sandbox mounts something. A slot is claimed with a lock
// that ends with its owner, and emptied before and after.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/files.h"
#include "os/sandbox/mount_points.h"

namespace assay::os {

class ScratchSlot {
 public:
  static Result<ScratchSlot> claim();
  ~ScratchSlot();  // NOLINT(bugprone-exception-escape)
  ScratchSlot(ScratchSlot&&) noexcept = default;
  ScratchSlot& operator=(ScratchSlot&&) = delete;
  const std::string& path() const { return m_path; }

  // Empties both but for the places where something will be shown. REQUIRES: called before they are used.
  using Places = std::vector<MountPoints::Place>;
  Result<void> lay_out(const Places& in_home, const Places& in_tmp);
  // As they were laid out; false: that cannot be done. REQUIRES: nothing is running that could write there.
  bool renew() const;

 private:
  ScratchSlot(std::string path, Fd lock) : m_path(std::move(path)), m_lock(std::move(lock)) {}
  explicit ScratchSlot(ScratchFolder own) : m_path(own.path()), m_own(std::move(own)) {}
  Result<void> try_to_lay_out(const Places& in_home, const Places& in_tmp);

  std::string m_path;
  Fd m_lock;
  std::optional<ScratchFolder> m_own;  // when the pool has nothing: one that is removed
  std::vector<MountPoints> m_folders;
};

}  // namespace assay::os
