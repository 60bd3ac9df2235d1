// Workers that live: what a killed one had in hand is free at once on its own machine, and others need not wait for its
// leases to run out.
#pragma once

#include <string>

#include "base/result.h"
#include "os/presence.h"
#include "store/store.h"

namespace assay::engine {

// Where it cannot be announced, a worker works all the same: then its leases tell.
os::Presence announce_worker(const std::string& home, const std::string& worker);

// Ends the leases of workers of this machine whose process is gone.
Result<void> release_gone_workers(const std::string& home, store::Store& store);

}  // namespace assay::engine
