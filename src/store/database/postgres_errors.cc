// What PostgreSQL and libpq say, in words that tell what to do. Neither puts a password into a message.
#include "base/text.h"
#include "store/database/postgres.h"
#include "store/database/seals.h"

namespace assay::store {

namespace {

std::string one_line(std::string_view text) {
  std::string out;
  for (const auto line : split_lines(trim(text))) out += cat(out.empty() ? "" : "; ", trim(line));
  return out;
}

// "3 mission-abcd": the table by its place, and the row by its name.
Error broken_row(std::string_view message) {
  const auto space = std::min(message.find(' '), message.size());
  size_t place = 0;
  for (const char digit : message.substr(0, space)) {
    if (is_digit(digit) && place < k_sealed_tables) place = 10 * place + static_cast<size_t>(digit - '0');
  }
  if (place >= k_sealed_tables || space == message.size()) return broken_seal(message);
  return broken_seal(cat(sealed_tables()[place].title, " ", message.substr(space + 1)));
}

}  // namespace

// A refused password and the like have no code of their own in libpq: only the words tell.
Error postgres_unreachable(const PostgresPlace& place, std::string_view message) {
  const auto why = one_line(message);
  const auto at = cat("the store at ", place.shown);
  if (why.starts_with("invalid ")) {  // what follows may be a part of the password
    return invalid_input(cat(at,
                             " has an address that cannot be read; signs such as / and @ in a name or a password "
                             "are written %2F and %40"));
  }
  if (contains(why, "password authentication failed") || contains(why, "no password supplied")) {
    return unavailable(cat(at, " refused the password or has none for this user (", why,
                           "). Put the right one into the address, ~/.pgpass or PGPASSFILE"));
  }
  if (contains(why, "does not exist")) {
    return unavailable(cat(at, " could not be opened: ", why,
                           ". Check the address; a database is made with createdb, a user with createuser"));
  }
  if (contains(why, "no pg_hba.conf entry") || contains(why, "authentication failed")) {
    return unavailable(cat(at, " does not let us in: ", why, ". See pg_hba.conf of that server"));
  }
  if (contains(lower(why), "ssl") || contains(lower(why), "certificate")) {
    return unavailable(cat(at, " could not be reached safely: ", why, ". See sslmode and sslrootcert of the address"));
  }
  if (contains(why, "too many clients") || contains(why, "remaining connection slots")) {
    return unavailable(cat(at, " takes no more connections (", why, "); raise max_connections there"));
  }
  return unavailable(cat(at, " cannot be reached: ", why.empty() ? "no answer" : why, why.ends_with('?') ? " " : ". ",
                         "Is PostgreSQL running there, and is the address right? Nothing was changed"));
}

Error postgres_lost(const PostgresPlace& place, std::string_view message) {
  const auto why = one_line(message);
  return unavailable(cat("the connection to the store at ", place.shown, " was lost", why.empty() ? "" : ": ", why,
                         "; what was under way was not kept. Try again"));
}

Error postgres_failure(const PostgresPlace& place, std::string_view state, std::string_view message) {
  const auto at = cat("the store at ", place.shown);
  const auto why = one_line(message);
  if (state == "AS001") return broken_row(message);
  if (state == "55P03") {
    return unavailable(cat(at,
                           " is busy: another process kept it locked for 15 s; nothing was changed. Try again, or "
                           "see who holds it in pg_stat_activity"));
  }
  if (state == "57014") {
    return unavailable(cat(at, " took too long to answer, and the statement was ended; nothing was changed"));
  }
  if (state == "40001" || state == "40P01") {
    return unavailable(cat(at, " undid the change, as it crossed another one; nothing was changed. Try again"));
  }
  if (state == "53100") return unavailable(cat(at, " could not be written: its disk is full; nothing was changed"));
  if (state.starts_with("53")) return unavailable(cat(at, " is overloaded: ", why, "; nothing was changed"));
  if (state == "25006") {
    return unavailable(cat(at, " takes no changes: it is a replica or read-only (", why, "). Name the primary"));
  }
  if (state == "42501") {
    return unavailable(cat(at, " does not allow it: ", why, ". The user of the address must own the schema \"",
                           place.schema, "\", or be allowed to create it"));
  }
  if (state.starts_with("57P") || state.starts_with("08")) return postgres_lost(place, message);
  if (state.starts_with("XX00") && state != "XX000") {
    return corrupt(cat(at, " is damaged: ", why, "; run assay doctor"));
  }
  // Not a conflict: what a caller may run into is refused before anything is written.
  if (state.starts_with("23")) return internal(cat(at, " refused the change: ", why));
  return internal(cat(at, " failed (", state, "): ", why));
}

}  // namespace assay::store
