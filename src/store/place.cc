#include "store/place.h"

#include "store/database/copy.h"
#include "store/database/postgres_place.h"

namespace assay::store {

bool is_address(std::string_view place) { return is_postgres(place); }

Result<std::string> shown_place(std::string_view place) {
  if (!is_postgres(place)) return std::string(place);
  TRY_ASSIGN(auto read, read_postgres_place(place));
  return std::move(read.shown);
}

Result<std::uint64_t> copy_rows(const std::string& from, const std::string& to, Clock& clock) {
  TRY_ASSIGN(const auto source, open_database(from, clock.now()));
  TRY_ASSIGN(const auto target, open_database(to, clock.now()));
  return copy_rows(*source, *target);
}

}  // namespace assay::store
