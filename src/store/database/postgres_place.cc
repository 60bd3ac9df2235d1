#include "store/database/postgres_place.h"

#include "base/text.h"

namespace assay::store {

namespace {

constexpr std::string_view k_default_schema = "assay";
constexpr size_t k_longest_name = 63;  // of anything in PostgreSQL

// Parameters of which libpq's documentation says that they are secret, or that may be.
bool is_secret(std::string_view name) { return contains(lower(name), "password") || contains(lower(name), "token"); }

// Who asks ends at the first "@" for libpq. A password that holds one, or a "/", is wrong in an address, and may not be
// shown all the same: all from the first ":" to the last "@" is left out.
std::string without_password(std::string_view text) {
  const auto at = text.rfind('@');
  if (at == std::string_view::npos) return std::string(text);
  return cat(text.substr(0, std::min(at, text.find(':'))), text.substr(at));
}

Result<void> check_schema(std::string_view name) {
  bool right = !name.empty() && name.size() <= k_longest_name && !is_digit(name.front()) && !name.starts_with("pg_");
  for (const char c : name) right = right && (is_lower(c) || is_digit(c) || c == '_');
  if (right) return {};
  return invalid_input(cat("the address of the store names the schema \"", excerpt(name, 80),
                           "\"; a name of a–z, 0–9 and _ is expected, that begins with a letter and not with pg_"));
}

}  // namespace

bool is_postgres(std::string_view place) {
  return place.starts_with("postgresql://") || place.starts_with("postgres://");
}

Result<PostgresPlace> read_postgres_place(std::string_view place) {
  PostgresPlace out;
  out.schema = k_default_schema;
  for (const char c : place) {
    if (static_cast<unsigned char>(c) < 0x21 || c == 0x7f) {
      return invalid_input(
          "the address of the store holds a space or a control character; such bytes are written %20 and the like");
    }
  }
  const auto begin = place.find("://") + 3;
  const auto first = std::min(place.find_first_of("@/", begin), place.size());
  const bool has_user = first < place.size() && place[first] == '@';
  const auto question = std::min(place.find('?', has_user ? first : begin), place.size());
  out.url = place.substr(0, question);
  out.shown = cat(place.substr(0, begin), without_password(place.substr(begin, question - begin)));
  if (question == place.size()) return out;
  std::string separator = "?", shown_separator = "?";
  for (const auto part : split(place.substr(question + 1), '&')) {
    const auto name = part.substr(0, part.find('='));
    const auto value = part.substr(std::min(part.size(), name.size() + 1));
    if (name == "schema") {
      TRY(check_schema(value));
      out.schema = value;
    } else {
      out.url += cat(separator, part);
      separator = "&";
    }
    if (is_secret(name)) continue;
    out.shown += cat(shown_separator, part);
    shown_separator = "&";
  }
  return out;
}

}  // namespace assay::store
