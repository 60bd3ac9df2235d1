#include "engine/worker_presence.h"

#include <unistd.h>

#include "os/files.h"

namespace assay::engine {

namespace {

std::string folder_of(const std::string& home) { return os::join_path(home, "workers"); }

}  // namespace

WorkerPresence::WorkerPresence(const std::string& home, const std::string& worker)
    : m_path(os::join_path(folder_of(home), worker)) {
  auto lock = os::Lock::try_take(m_path);
  if (lock) m_lock = std::move(*lock);
}

WorkerPresence::~WorkerPresence() {
  if (m_lock) ::unlink(m_path.c_str());
}

Result<void> release_gone_workers(const std::string& home, store::Store& store) {
  const auto workers = os::list_folder(folder_of(home));
  if (!workers) return {};  // none was ever here
  for (const auto& worker : *workers) {
    const auto path = os::join_path(folder_of(home), worker);
    if (os::Lock::is_held(path)) continue;
    TRY(store.end_leases(worker));
    ::unlink(path.c_str());
  }
  return {};
}

}  // namespace assay::engine
