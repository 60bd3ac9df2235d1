// What decides and what people read is sealed. A row carries a hash over its columns, which is written with them and
// compared whenever they are read: a bit that the disk flipped, a row that somebody edited past Assay or that is gone
// is an error and never another decision, and nothing is told that was not written. It is no signature: who computes
// the hash anew is found by the chain of checkpoints and by what lies outside of the store (engine/known_histories.h).
//
// How statements come to write and compare seals: store/database/sealed_tables.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/database/database.h"

namespace assay::store {

// An error that names what does not match its seal, and what to do.
Error broken_seal(std::string_view what);

// One seal over the criteria and checks of a mission, in their order; their results are counted in its row.
Result<std::int64_t> pack_seal(Database& database, std::int64_t mission_key);

// One more verification or landing of the mission is kept; its row must match its seal.
Result<void> add_record(Database& database, std::int64_t mission_key);
// Error corrupt when some are gone.
Result<void> check_records(Database& database, std::int64_t mission_key);

// Seals all rows of a store that had no seals, or others.
Result<void> seal_everything(Database& database);

// All that does not match, in words; for `assay doctor` and `assay audit verify`.
Result<std::vector<std::string>> broken_seals(Database& database);

}  // namespace assay::store
