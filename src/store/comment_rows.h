// Comments, given to a round of their task inside the change that begins it.
#pragma once

#include <vector>

#include "store/change.h"
#include "store/comments.h"

namespace assay::store {

Result<std::vector<model::Comment>> open_comments(Database& database, std::int64_t task_key);
// They belong to this round from now on, and to no other.
Result<void> send_comments(Change& change, std::int64_t task_key, std::uint32_t round);

}  // namespace assay::store
