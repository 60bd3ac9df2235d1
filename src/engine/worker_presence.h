// Workers that live: each holds a lock in the home as long as its process is alive. So what a killed one had in
// hand is free at once on its own machine, and others need not wait for its leases to run out.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "os/lock.h"
#include "store/store.h"

namespace assay::engine {

class WorkerPresence {
 public:
  // Where no lock can be had, a worker works all the same: then its leases tell.
  WorkerPresence(const std::string& home, const std::string& worker);
  ~WorkerPresence();
  WorkerPresence(const WorkerPresence&) = delete;
  WorkerPresence& operator=(const WorkerPresence&) = delete;

 private:
  std::string m_path;
  std::optional<os::Lock> m_lock;
};

// Ends the leases of workers of this machine whose process is gone.
Result<void> release_gone_workers(const std::string& home, store::Store& store);

}  // namespace assay::engine
