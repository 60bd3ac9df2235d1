// Lanes that rest or are gone although a job of theirs could be claimed. Triggers of the schema keep that from
// happening; a store that was edited by hand, or put together from a damaged one, may have such lanes all the same, and
// no claim would ever look at them.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "store/database/database.h"

namespace assay::store {

// A sentence for each.
Result<std::vector<std::string>> forgotten_lanes(Database& database);
Result<void> wake_forgotten_lanes(Database& database);

}  // namespace assay::store
