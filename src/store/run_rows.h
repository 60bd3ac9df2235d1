// The end of a run, inside a change that does more.
#pragma once

#include "store/change.h"
#include "store/runs.h"

namespace assay::store {

Result<void> write_run_end(Change& change, std::int64_t run, const RunEnd& end);

}  // namespace assay::store
