// What a transaction of ours is about to change, written down before git locks it. When Assay and its git are killed in
// between, git's lock files stay, most of them empty: only this record tells them from those of somebody else's git.
#pragma once

#include <chrono>
#include <span>
#include <string>

#include "base/result.h"
#include "git/repository.h"
#include "os/files.h"

namespace assay::git {

struct RefChange;

class RefRecord {
 public:
  // There until this object goes, or its process is killed.
  static Result<RefRecord> begin(const Repository& repository, std::span<const RefChange> changes);
  // Removes the locks of transactions whose process is gone, and their records. A lock that is younger than `age` may
  // belong to a git that is just being killed, and is waited for.
  static void settle_left(const Repository& repository, std::chrono::milliseconds age = std::chrono::seconds(2));

  RefRecord(RefRecord&&) noexcept = default;
  RefRecord& operator=(RefRecord&&) noexcept = delete;
  RefRecord(const RefRecord&) = delete;
  RefRecord& operator=(const RefRecord&) = delete;
  ~RefRecord();

 private:
  RefRecord(std::string path, os::Fd held) : m_path(std::move(path)), m_held(std::move(held)) {}
  std::string m_path;
  os::Fd m_held;  // locked as long as the process lives
};

}  // namespace assay::git
