// A plan that waits for a person, inside a change that does more.
#pragma once

#include "store/change.h"

namespace assay::store {

Result<void> save_proposal(Change& change, std::int64_t mission_key, std::string_view plan, std::string_view agent);

}  // namespace assay::store
