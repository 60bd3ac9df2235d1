// The job `ship`: for a worker, and taken on without one by the command line, with the lease kept meanwhile.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "engine/ship/ship.h"
#include "engine/work/job.h"
#include "store/jobs.h"

namespace assay::engine {

Result<store::JobFinish> do_ship_job(const WorkContext& context);

// Everything that a worker of this program can do. A new kind of job adds its line here or in work_handlers().
Handlers all_handlers();

enum class ShipTaken {
  done,       // it was carried as far as it goes
  elsewhere,  // somebody else has it in hand
};

struct ShipHere {
  ShipTaken taken = ShipTaken::done;
  ShipReport report;
};

// Whether a ship that was begun is in nobody's hand; if so it may be taken on at once, whatever it waits for.
Result<bool> free_ship(const std::string& home, store::Store& store, const model::MissionId& mission, Clock& clock);

// `store_path` is for the thread that keeps the lease. Waits for what has to be waited for.
Result<ShipHere> ship_here(const ShipContext& context, const std::string& store_path, const model::MissionId& mission,
                           const std::string& worker);

}  // namespace assay::engine
