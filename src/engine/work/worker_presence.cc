#include "engine/work/worker_presence.h"

#include "os/files.h"

namespace assay::engine {

namespace {

std::string folder_of(const std::string& home) { return os::join_path(home, "workers"); }

}  // namespace

os::Presence announce_worker(const std::string& home, const std::string& worker) { return {folder_of(home), worker}; }

Result<void> release_gone_workers(const std::string& home, store::Store& store) {
  for (const auto& worker : os::names_gone(folder_of(home))) {
    TRY(store.end_leases(worker));
    os::forget_gone(folder_of(home), worker);
  }
  return {};
}

}  // namespace assay::engine
