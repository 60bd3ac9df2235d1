// Opening costs a connection and two questions. Tables are made and brought up to date by whoever comes first, under
// the lock that writers take.
#include <chrono>
#include <thread>

#include "base/text.h"
#include "base/version.h"
#include "store/database/outage.h"
#include "store/database/postgres.h"
#include "store/database/seals.h"

namespace assay::store {

namespace {

constexpr int k_oldest_server = 150000;
constexpr std::int64_t k_lock_space = 0x41737379;  // "Assy"

// Writers wait 15 s for each other, as with SQLite. What holds a transaction open for a minute and does nothing is
// gone; a commit is on disk before it returns, whatever the server's default.
constexpr std::string_view k_pg_settings =
    "SELECT set_config('search_path', $1, false), set_config('lock_timeout', '15s', false), "
    "set_config('statement_timeout', '120s', false), set_config('idle_in_transaction_session_timeout', '120s', false), "
    "set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' "
    "ELSE current_setting('synchronous_commit') END, false), set_config('extra_float_digits', '1', false)";
constexpr std::string_view k_pg_look =
    "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint, current_setting('server_version_num'), "
    "current_setting('server_encoding'), pg_is_in_recovery(), "
    "to_regclass($1 || '.migrations') IS NOT NULL, (SELECT string_agg(DISTINCT c.relname || '.' || a.attname, ', ') "
    "FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE c.relnamespace = to_regnamespace($1) AND "
    "c.relkind = 'r' AND a.attnum > 0 AND a.attcollation NOT IN (0, (SELECT oid FROM pg_collation WHERE collname = 'C' "
    "AND collnamespace = 'pg_catalog'::regnamespace)))";

constexpr Query k_pg_migrated{"INSERT INTO migrations (number, program, applied_at) VALUES ($1, $2, $3)"};
constexpr Query k_pg_last_step{"SELECT number, program FROM migrations ORDER BY number DESC LIMIT 1"};

}  // namespace

std::string postgres_lock(const PostgresPlace& place) {
  return cat("SELECT pg_advisory_xact_lock(", k_lock_space, ", hashtext('", place.schema, "'))");
}

Result<std::unique_ptr<Database>> open_postgres(std::string_view place, Time now) {
  TRY_ASSIGN(auto opened, PostgresDatabase::open(place, now));
  return std::unique_ptr<Database>(std::move(opened));
}

Result<std::unique_ptr<PostgresDatabase>> PostgresDatabase::open(std::string_view place, Time now) {
  TRY_ASSIGN(auto parsed, read_postgres_place(place));
  std::unique_ptr<PostgresDatabase> database(new PostgresDatabase(std::move(parsed)));
  TRY(database->connect());
  const int known = static_cast<int>(postgres_migrations().size());
  if (database->m_schema > known) TRY(database->refuse_newer(database->m_schema));
  if (database->m_schema < known) TRY(database->migrate(now));
  return database;
}

Result<void> PostgresDatabase::connect() {
  m_session.reset();
  TRY_ASSIGN(m_session, PostgresSession::connect(m_place));
  TRY(m_session->execute_once(std::string(k_pg_settings), {m_place.schema}));
  TRY_ASSIGN(const auto rows, m_session->execute_once(std::string(k_pg_look), {m_place.schema}));
  const PostgresRow row(m_session->libpq(), rows.get());
  TRY(check_server(row));
  m_clock.set(Time{row.integer(0)});
  m_schema = 0;
  if (row.integer(4) != 0) {
    TRY_ASSIGN(m_schema, find_schema());
  }
  return {};
}

Result<void> PostgresDatabase::check_server(const Row& row) {
  const auto at = cat("the store at ", m_place.shown);
  if (row.integer(1) < k_oldest_server) {
    return unavailable(cat(at, " is on PostgreSQL ", m_session->server(), "; 15 or later is needed"));
  }
  if (row.text(2) != "UTF8") {
    return invalid_input(cat(at, " is in a database with the encoding ", row.text(2),
                             "; make one with createdb --encoding=UTF8 --template=template0"));
  }
  if (row.integer(3) != 0) {
    return unavailable(cat(at,
                           " is a replica, which takes no changes. Name the primary, or all hosts and "
                           "target_session_attrs=read-write"));
  }
  if (!row.is_null(5)) {
    return conflict(cat(at, " compares texts by the rules of a language, not by their bytes (",
                        excerpt(row.text(5), 200),
                        "), so the order of keys would depend on the machine. Its columns must be COLLATE \"C\": put "
                        "the tables back from a copy, or as assay makes them; nothing was changed"));
  }
  return {};
}

Result<void> PostgresDatabase::connect_when_lost() {
  if (m_session != nullptr && m_session->failure() != Failure::lost) return {};
  return connect_again();
}

// A server that is being started again refuses for a while. What may not be used is not kept: the next call asks again.
Result<void> PostgresDatabase::connect_again() {
  auto& outage = Outage::of(m_place.url);
  const int before = m_schema;
  for (int tries = 0;; ++tries) {
    auto connected = connect();
    if (connected) outage.connected();
    if (connected && m_schema == before) return {};
    if (connected) connected = refuse_newer(m_schema);
    m_session.reset();
    m_schema = before;
    if (connected.error().code != Code::unavailable) return connected;
    const auto now = std::chrono::steady_clock::now();
    if (now >= outage.refused(now)) return connected;
    std::this_thread::sleep_for(std::chrono::milliseconds(std::min(500, 20 << std::min(tries, 10))));
  }
}

Result<int> PostgresDatabase::find_schema() {
  int found = 0;
  TRY(each(k_pg_last_step, {}, [&](const Row& row) -> Result<Flow> {
    found = static_cast<int>(row.integer(0));
    return Flow::stop;
  }));
  return found;
}

Result<void> PostgresDatabase::refuse_newer(int found) {
  std::string program = "a newer assay";
  (void)each(k_pg_last_step, {}, [&](const Row& row) -> Result<Flow> {
    program = cat("assay ", row.text(1));
    return Flow::stop;
  });
  return conflict(cat("the store at ", m_place.shown, " was written by ", program, " and has schema ", found,
                      "; this is assay ", version(), ", which knows schemas up to ", postgres_migrations().size(),
                      ". Use the newer program; nothing was changed"));
}

Result<void> PostgresDatabase::migrate(Time now) {
  return transact(*this, Access::write, [&] { return apply_migrations(now); });
}

Result<void> PostgresDatabase::apply_migrations(Time now) {
  const auto steps = postgres_migrations();
  TRY(m_session->script(cat("DO $$BEGIN IF to_regnamespace('", m_place.schema, "') IS NULL THEN CREATE SCHEMA ",
                            m_place.schema, "; END IF; END$$")));
  TRY_ASSIGN(const auto rows, m_session->execute_once(std::string(k_pg_look), {m_place.schema}));
  m_schema = 0;
  if (PostgresRow(m_session->libpq(), rows.get()).integer(4) != 0) {
    TRY_ASSIGN(m_schema, find_schema());  // again: another process may have been first
  }
  const bool is_new = m_schema == 0;
  for (auto i = static_cast<size_t>(m_schema); i < steps.size(); ++i) {
    TRY(m_session->script(steps[i]));
    TRY(run(k_pg_migrated, {i + 1, version(), now}));
    m_schema = static_cast<int>(i + 1);
  }
  return is_new ? seal_everything(*this) : Result<void>();
}

}  // namespace assay::store
