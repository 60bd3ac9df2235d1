// Transactions on PostgreSQL.
//
// A reader has one snapshot (REPEATABLE READ). A writer takes its place by an advisory lock before it reads anything
// and then sees what is committed (READ COMMITTED), so nothing that it decides on can change under it, and none is
// refused for the order in which they came.
//
// When the connection is lost while a commit is under way, nobody knows whether it took place. So each commit of a
// connection has a number, written to a row of that connection in the same transaction. On a new connection the row is
// asked for, which waits for the old transaction when that still runs, and set, which keeps it from committing later.
// Nothing is done again unless the row says that it was not done.
#include "store/database/postgres.h"

#include <chrono>
#include <thread>

#include "base/hash.h"
#include "base/text.h"

namespace assay::store {

namespace {

constexpr std::string_view k_pg_begin_read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
constexpr std::string_view k_pg_begin_write = "BEGIN ISOLATION LEVEL READ COMMITTED";
constexpr std::string_view k_pg_begin_part = "SAVEPOINT part";
constexpr std::string_view k_pg_commit_part = "RELEASE SAVEPOINT part";
constexpr std::string_view k_pg_undo_part = "ROLLBACK TO SAVEPOINT part";

constexpr std::string_view k_pg_now = "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

constexpr int k_most_turns = 6;  // of one transaction

bool only_reads(const Query& query) { return query.a.starts_with("SELECT"); }

}  // namespace

Time PostgresDatabase::ServerClock::now() {
  const auto passed = std::chrono::steady_clock::now() - m_set_at;
  return Time{m_then.ms + std::chrono::duration_cast<std::chrono::milliseconds>(passed).count()};
}

void PostgresDatabase::ServerClock::set(Time now) {
  m_then = now;
  m_set_at = std::chrono::steady_clock::now();
}

Result<void> PostgresDatabase::begin(Access access) {
  if (m_depth > 0) {
    m_session->queue(std::string(k_pg_begin_part));
    ++m_depth;
    return {};
  }
  m_cause = Failure::none;
  m_has_written = false;
  m_access = access;
  TRY(connect_when_lost());
  if (access == Access::read) {
    m_session->queue(std::string(k_pg_begin_read));
  } else {
    m_session->queue(std::string(k_pg_begin_write));
    m_session->queue(postgres_lock(m_place));
    m_depth = 1;
    const auto begun = m_session->execute_once(std::string(k_pg_now));
    if (!begun) {
      note_failure();
      rollback();
      return begun.error();
    }
    m_clock.set(Time{PostgresRow(m_session->libpq(), begun->get()).integer(0)});
    return {};
  }
  m_depth = 1;
  return {};
}

Result<void> PostgresDatabase::commit() {
  if (m_depth > 1) {
    --m_depth;
    if (!m_session->unqueue(k_pg_begin_part)) m_session->queue(std::string(k_pg_commit_part));
    return {};
  }
  if (m_access == Access::write) return commit_whole();
  m_depth = 0;
  if (m_session->unqueue(k_pg_begin_read)) return {};
  m_session->forget_queued();
  m_session->send_ahead("COMMIT");
  return {};
}

Result<void> PostgresDatabase::commit_whole() {
  m_session->forget_queued();
  if (m_has_written) {
    if (m_name.empty()) m_name = cat("session-", random_name(20));
    m_session->queue(cat("SELECT settle('", m_name, "', ", ++m_commits, ")"));
  }
  const auto done = m_session->execute_once("COMMIT");
  if (done) {
    m_depth = 0;
    return {};
  }
  note_failure();
  if (m_session->failure() == Failure::lost && m_has_written) {
    m_depth = 0;
    return find_out(done.error());
  }
  m_name.clear();  // a new one counts from the beginning
  m_commits = 0;
  rollback();
  return done.error();
}

Result<void> PostgresDatabase::find_out(const Error& error) {
  const auto unknown = [&](std::string_view why) {
    m_cause = Failure::other;  // never again by itself
    m_name.clear();
    m_commits = 0;
    return unavailable(cat("the connection to the store at ", m_place.shown, " was lost while a change was committed (",
                           why, "), and whether it was is not known. Look before you do it again: assay status"));
  };
  if (const auto there = connect_again(); !there) return unknown(there.error().message);
  auto found = m_session->execute_once(cat("SELECT took_place('", m_name, "', ", m_commits, ")"));
  if (!found) return unknown(found.error().message);
  if (PostgresRow(m_session->libpq(), found->get()).integer(0) != 0) return {};
  return error;
}

// What is queued belongs to the transaction that is undone.
void PostgresDatabase::rollback() {
  if (--m_depth > 0) {
    if (m_session->unqueue(k_pg_begin_part)) return;
    m_session->queue(std::string(k_pg_undo_part));
    m_session->queue(std::string(k_pg_commit_part));
    return;
  }
  m_depth = 0;
  if (m_session->unqueue(k_pg_begin_read)) return;
  m_session->forget_queued();
  if (m_cause != Failure::lost) (void)m_session->execute_once("ROLLBACK");
}

void PostgresDatabase::note_failure() {
  if (m_cause == Failure::none || m_session->failure() == Failure::lost) m_cause = m_session->failure();
}

bool PostgresDatabase::may_repeat(int turn) {
  if (m_depth > 0 || turn + 1 >= k_most_turns) return false;
  if (m_cause != Failure::lost && m_cause != Failure::repeat) return false;
  const auto uneven = std::chrono::steady_clock::now().time_since_epoch().count() % 7;
  std::this_thread::sleep_for(std::chrono::milliseconds((std::int64_t{1} << turn) + uneven));
  return true;
}

// ---- statements --------------------------------------------------------------------------------

Result<PostgresSession::Rows> PostgresDatabase::execute(const Query& query, Params params) {
  const bool reads = only_reads(query);
  if (m_depth == 0 && !reads) {
    return transact(*this, Access::write, [&] { return execute(query, params); });
  }
  if (m_depth == 0) TRY(connect_when_lost());
  m_has_written = m_has_written || !reads;
  auto rows = m_session->execute(query, params);
  if (rows) return rows;
  if (m_depth == 0 && m_session->failure() == Failure::lost) {
    TRY(connect_when_lost());
    return m_session->execute(query, params);
  }
  note_failure();
  return rows;
}

Result<std::uint64_t> PostgresDatabase::run(const Query& query, Params params) {
  TRY_ASSIGN(const auto rows, execute(query, params));
  return std::strtoull(m_session->libpq().changed_rows(rows.get()), nullptr, 10);
}

Result<void> PostgresDatabase::each(const Query& query, Params params, const OnRow& on_row) {
  TRY_ASSIGN(const auto rows, execute(query, params));
  PostgresRow row(m_session->libpq(), rows.get());
  const int count = m_session->libpq().rows(rows.get());
  for (int i = 0; i < count; ++i) {
    row.go_to(i);
    TRY_ASSIGN(const Flow flow, on_row(row));
    if (flow == Flow::stop) return {};
  }
  return {};
}

// ---- about the store ---------------------------------------------------------------------------

std::string PostgresDatabase::driver() const {
  return m_session == nullptr ? "postgresql, not connected" : cat("postgresql ", m_session->server());
}

Result<void> PostgresDatabase::copy_to(const std::string& file) {
  return unavailable(cat("a copy of the store at ", m_place.shown, " in ", file,
                         " is not made by itself; see `assay store copy`, or use pg_dump"));
}

// Each key has a sequence of its own.
Result<void> PostgresDatabase::keys_were_given() {
  return m_session->script(R"sql(DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT c.relname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND a.attname = 'key' AND a.attidentity <> ''
  LOOP
    EXECUTE format('SELECT setval(%L, greatest(1, (SELECT max(key) FROM %I)), EXISTS (SELECT 1 FROM %I))',
      name || '_key_seq', name, name);
  END LOOP;
END $$)sql");
}

namespace {

constexpr Query k_pg_faults{
    "SELECT 'the index ' || c.relname || ' is not valid; rebuild it with REINDEX' FROM pg_index i "
    "JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace = current_schema()::regnamespace "
    "AND NOT i.indisvalid "
    "UNION ALL SELECT 'the foreign key ' || k.conname || ' of ' || c.relname || ' is not checked' FROM pg_constraint k "
    "JOIN pg_class c ON c.oid = k.conrelid WHERE c.relnamespace = current_schema()::regnamespace AND NOT "
    "k.convalidated "
    "UNION ALL SELECT 'the trigger ' || n.name || ' is gone or switched off' FROM (VALUES "
    "('checkpoints_are_append_only'), ('checkpoints_are_not_emptied'), ('checkpoints_go_on'), "
    "('a_queued_job_wakes_its_lane'), ('a_job_that_ended_wakes_its_lane'), "
    "('a_mission_that_may_do_more_wakes_its_lane')) n (name) WHERE NOT EXISTS (SELECT 1 FROM pg_trigger t "
    "JOIN pg_class c ON c.oid = t.tgrelid WHERE c.relnamespace = current_schema()::regnamespace "
    "AND t.tgname = n.name AND t.tgenabled = 'O')"};

}  // namespace

Result<std::vector<std::string>> PostgresDatabase::integrity_faults() {
  std::vector<std::string> faults;
  TRY(each(k_pg_faults, {}, [&](const Row& row) -> Result<Flow> {
    faults.emplace_back(row.text(0));
    return Flow::go_on;
  }));
  return faults;
}

}  // namespace assay::store
