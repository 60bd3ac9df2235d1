#include "engine/work/worker_presence.h"

#include "os/files.h"
#include "store/jobs.h"

namespace assay::engine {

namespace {

std::string workers_folder(const std::string& home) { return os::join_path(home, "workers"); }

}  // namespace

os::Presence announce_worker(const std::string& home, const std::string& worker) {
  return {workers_folder(home), worker};
}

Result<void> release_gone_workers(const std::string& home, store::Store& store) {
  for (const auto& worker : os::names_gone(workers_folder(home))) {
    TRY(store.change().jobs().end_leases(worker));
    os::forget_gone(workers_folder(home), worker);
  }
  return {};
}

}  // namespace assay::engine
