#include "store/database/database.h"

#include "store/database/postgres_place.h"

namespace assay::store {

std::string sql_of(const Query& query) {
  std::string sql;
  for (const auto piece : {query.a, query.b, query.c, query.d, query.e, query.f, query.g}) sql += piece;
  return sql;
}

Result<std::unique_ptr<Database>> open_database(const std::string& place, Time now) {
  return is_postgres(place) ? open_postgres(place, now) : open_sqlite(place, now);
}

}  // namespace assay::store
