// What the last verification of a mission found, read from the evidence.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "model/verdict.h"
#include "store/store.h"

namespace assay::engine {

// Empty when it was not verified yet. `folder` is .assay.
Result<std::vector<model::Finding>> findings_of_latest(const store::Store& store, const std::string& folder,
                                                       const model::MissionId& mission);

}  // namespace assay::engine
