// What running agents say, in files that outlive their worker: .assay/running/<task>.<run>.<call>.<kind>. They
// go when the run's end is in the store. When a worker is killed, the cost that its agents had told is read
// from them: what a run costs is noted as all of it so far, so that reading a file twice counts it once.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/ids.h"
#include "store/store.h"

namespace assay::engine {

// Makes the folder. `folder` is .assay; several calls may be told as one run.
Result<std::string> make_record(const std::string& folder, const model::TaskId& task, std::int64_t run,
                                std::uint32_t call, std::string_view kind);

// The run's end is in the store.
void drop_records(const std::string& folder, const model::TaskId& task, std::int64_t run);

// Of a task that was taken over and has no run of its own yet: notes what its earlier runs had told.
Result<void> settle_records_of(const std::string& folder, store::Store& store, const model::TaskId& task);

// The same for all runs that nobody follows: of tasks that do not run, and those before a task's last one.
Result<void> settle_records(const std::string& folder, store::Store& store);

}  // namespace assay::engine
