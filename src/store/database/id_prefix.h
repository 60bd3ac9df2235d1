// An id from its first letters, as people give it.
#pragma once

#include <string>
#include <string_view>

#include "store/database/database.h"

namespace assay::store {

struct IdKind {
  std::string_view noun;    // "mission"
  std::string_view prefix;  // "mission-"
  const Query& query;       // id and title of those from $1 on and before $2, in order; one more than are listed
  std::string_view hint;
};

// Error not_found: nothing begins like this. Error conflict: several do; it names them.
Result<std::string> find_id(Database& database, const IdKind& kind, std::string_view given);

}  // namespace assay::store
