// All that a store holds, carried into another one, of any driver.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "store/database/database.h"

namespace assay::store {

// How many rows were written, in one transaction. Each is compared with its seal as it is read, and gets one of the
// other driver. Error conflict: the other store is not empty.
Result<std::uint64_t> copy_rows(Database& from, Database& to);

}  // namespace assay::store
