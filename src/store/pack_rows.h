// The pack's rows: criteria and checks, and what happens to results when the work changes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "store/mission_rows.h"
#include "store/packs.h"

namespace assay::store {

Result<void> write_criteria(Change& change, MissionRow& row, const std::vector<std::string>& criteria);

// Checks that say the same as one that is there, or as an earlier one of the list, are left out.
// Ids are made; they are pending. Loads the pack when it is not loaded. What was added.
Result<std::vector<model::AcceptanceCheck>> insert_checks(Change& change, MissionRow& row,
                                                          const std::vector<model::AcceptanceCheck>& checks);

// Results were found for other work or other checks than there are now: all checks are pending
// again, so that no mission lands on stale evidence. A sentence for the checkpoint, empty when
// there was nothing to set back.
Result<std::string> set_back_results(Change& change, MissionRow& row);

// What persons said of its checks, and which they took away.
Result<void> load_answers(Database& database, std::int64_t mission_key, model::AcceptancePack& pack);
Result<void> write_answer(Change& change, std::int64_t mission_key, const model::CheckAnswer& answer);
Result<void> write_removed(Change& change, std::int64_t mission_key, const model::AcceptanceCheck& check,
                           std::string_view why);

// The mission with its pack, refused once it has landed.
Result<MissionRow> open_pack(Database& database, const model::MissionId& id);

// Writes results, the status that follows, and the acceptance_verified checkpoint.
Result<model::PackStatus> write_results(Change& change, MissionRow& row, std::span<const CheckResult> results,
                                        std::string_view detail);

}  // namespace assay::store
