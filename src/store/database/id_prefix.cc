#include "store/database/id_prefix.h"

#include <utility>
#include <vector>

#include "base/text.h"

namespace assay::store {

namespace {

constexpr size_t k_candidates = 5;

}  // namespace

// Ids are made of a–z and 2–7 behind their prefix, so "~" ends the range of all that begin alike.
Result<std::string> find_id(Database& database, const IdKind& kind, std::string_view given) {
  std::string name = lower(trim(given));
  if (name.starts_with(kind.prefix)) name.erase(0, kind.prefix.size());
  const auto nothing = [&] {
    return not_found(cat("no ", kind.noun, " has an id that begins with \"", excerpt(given, 80), "\"; ", kind.hint));
  };
  for (const char c : name) {
    if (!is_lower(c) && !is_digit(c)) return nothing();
  }
  const std::string from = cat(kind.prefix, name);
  std::vector<std::pair<std::string, std::string>> found;
  TRY(database.each(kind.query, {from, from + "~"}, [&](const Row& row) -> Result<Flow> {
    found.emplace_back(row.text(0), row.text(1));
    return Flow::go_on;
  }));
  if (found.empty()) return nothing();
  if (found.size() == 1) return found.front().first;
  std::string list;
  for (size_t i = 0; i < found.size() && i < k_candidates; ++i) {
    list += cat("\n  ", found[i].first, "  ", excerpt(found[i].second, 60));
  }
  if (found.size() > k_candidates) list += "\n  …";
  return conflict(cat("several ", kind.noun, "s begin with \"", excerpt(given, 80), "\"; give more letters:", list));
}

}  // namespace assay::store
