// What the last verification of a mission showed of each success criterion of its tasks, and of its own criteria.
#pragma once

#include <vector>

#include "base/result.h"
#include "engine/evidence.h"
#include "model/mission.h"
#include "model/verification.h"
#include "store/store.h"

namespace assay::engine {

// In the order of the tasks, cancelled ones left out; those of the mission behind them. One that no verification that
// still holds has looked at says so in its detail.
Result<std::vector<model::CriterionProof>> proven_criteria(const store::Store& store, const Evidence& evidence,
                                                           const model::Mission& mission);

}  // namespace assay::engine
