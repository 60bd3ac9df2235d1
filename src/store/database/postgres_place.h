// The address of a store on PostgreSQL: what libpq is given, what people are shown.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::store {

struct PostgresPlace {
  std::string url;     // for libpq, with its password where it has one
  std::string schema;  // in which the tables are: ?schema=…, "assay" where it says none
  std::string shown;   // without what is secret
};

bool is_postgres(std::string_view place);  // postgresql://… or postgres://…
Result<PostgresPlace> read_postgres_place(std::string_view place);

}  // namespace assay::store
