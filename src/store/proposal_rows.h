// A plan that waits for a person, inside a change that does more.
#pragma once

#include "model/mission.h"
#include "store/change.h"

namespace assay::store {

// Error conflict: it has a plan, or is being planned.
Result<void> may_plan(const model::Mission& mission);

Result<void> save_proposal(Change& change, std::int64_t mission_key, std::string_view plan, std::string_view agent);

}  // namespace assay::store
