// What the gate is given of earlier work: what the last verification of a mission found, and what builders said.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "model/task.h"
#include "model/verdict.h"
#include "store/store.h"

namespace assay::engine {

// Empty when it was not verified yet. `folder` is .assay.
Result<std::vector<model::Finding>> findings_of_latest(const store::Store& store, const std::string& folder,
                                                       const model::MissionId& mission);

// The last words of each task's last run.
Result<std::string> claims_of(const store::Store& store, std::span<const model::Task> tasks);

}  // namespace assay::engine
