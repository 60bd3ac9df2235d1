// SQLite through its C interface. A statement is prepared once per connection and found again by
// the address of its Query, so a transition costs no parsing. Readers never wait (WAL); a writer
// takes its place with BEGIN IMMEDIATE before it reads anything, so what it decides on cannot change
// under it.
//
// Waiting for another writer is done here and not by sqlite3_busy_timeout: that one backs off to
// steps of 100 ms, while a busy writer leaves the lock free for some 0.1 ms between two commits. A
// second process then starves. Short, uneven steps let two writers share evenly.
//
// SQLite empties its write-ahead log when the last connection closes. That is four more waits for the disk
// at the end of every command that writes: 18 ms instead of 4 on the disk where this was measured.
// A short log is left for the next command instead, which reads it in well under a millisecond.
#include "store/database/sqlite.h"

#include <cerrno>
#include <thread>
#include <utility>

#include "base/text.h"
#include "store/database/seals.h"

namespace assay::store {

namespace {

constexpr int k_long_log = 1000;     // frames; then it is emptied after a commit
constexpr int k_log_to_leave = 128;  // frames; a longer one is emptied when we close

class SqliteRow final : public Row {
 public:
  explicit SqliteRow(sqlite3_stmt* statement) : m_statement(statement) {}
  bool is_null(int column) const override { return sqlite3_column_type(m_statement, column) == SQLITE_NULL; }
  std::int64_t integer(int column) const override { return sqlite3_column_int64(m_statement, column); }
  double real(int column) const override { return sqlite3_column_double(m_statement, column); }
  std::string_view text(int column) const override {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, column));
    if (bytes == nullptr) return {};
    return {bytes, static_cast<size_t>(sqlite3_column_bytes(m_statement, column))};
  }

 private:
  sqlite3_stmt* m_statement;
};

}  // namespace

Result<std::unique_ptr<Database>> open_sqlite(const std::string& path, Time now) {
  TRY_ASSIGN(auto opened, SqliteDatabase::open(path, now));
  return std::unique_ptr<Database>(std::move(opened));
}

SqliteDatabase::~SqliteDatabase() {
  m_statements.clear();
  sqlite3_db_config(m_handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, m_log_frames <= k_log_to_leave ? 1 : 0, nullptr);
  sqlite3_close_v2(m_handle);
}

int SqliteDatabase::wait_for_others(void* self, int tries) {
  auto& database = *static_cast<SqliteDatabase*>(self);
  const auto now = std::chrono::steady_clock::now();
  if (tries == 0) database.m_wait_began = now;
  if (now - database.m_wait_began > database.m_busy_timeout) return 0;
  const auto uneven = std::chrono::microseconds(now.time_since_epoch().count() % 331);
  std::this_thread::sleep_for(uneven + (tries < 20 ? std::chrono::microseconds(100) : std::chrono::microseconds(900)));
  return 1;
}

// Emptying the log may fail, on a full disk for one: the commit stands all the same.
int SqliteDatabase::after_commit(void* self, sqlite3* handle, const char* schema, int frames) {
  auto& database = *static_cast<SqliteDatabase*>(self);
  database.m_log_frames = frames;
  if (frames >= k_long_log) sqlite3_wal_checkpoint_v2(handle, schema, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  return SQLITE_OK;
}

// ---- statements --------------------------------------------------------------------------------

Result<SqliteDatabase::Statement> SqliteDatabase::prepare(const Query& query) {
  const std::string sql = with_seals(sql_of(query), sqlite_seal_writer());
  sqlite3_stmt* handle = nullptr;
  const int code = sqlite3_prepare_v3(m_handle, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                                      &handle, nullptr);
  Statement statement;
  statement.handle.reset(handle);
  if (code != SQLITE_OK) return failure(code, "prepare");
  for (int i = 1; i <= sqlite3_bind_parameter_count(handle); ++i) {
    statement.places.push_back(sqlite3_bind_parameter_index(handle, cat("$", i).c_str()));
  }
  return statement;
}

Result<SqliteDatabase::Statement*> SqliteDatabase::prepared(const Query& query) {
  auto found = m_statements.find(&query);
  if (found == m_statements.end()) {
    TRY_ASSIGN(auto statement, prepare(query));
    if (m_statements.size() >= k_most_statements) forget_oldest_statement();
    found = m_statements.emplace(&query, std::move(statement)).first;
  }
  found->second.last_use = ++m_uses;
  return &found->second;
}

void SqliteDatabase::forget_oldest_statement() {
  auto oldest = m_statements.end();
  for (auto each = m_statements.begin(); each != m_statements.end(); ++each) {
    if (each->second.in_use) continue;
    if (oldest == m_statements.end() || each->second.last_use < oldest->second.last_use) oldest = each;
  }
  if (oldest != m_statements.end()) m_statements.erase(oldest);
}

// Resets at the end, whatever happens, so that no read lock and no borrowed text stays behind. A query
// that runs inside its own callback gets a statement of its own.
class SqliteDatabase::Use {
 public:
  static Result<Use> of(SqliteDatabase& database, const Query& query, Params params) {
    TRY_ASSIGN(Statement * kept, database.prepared(query));
    Use use;
    if (kept->in_use) {
      TRY_ASSIGN(auto own, database.prepare(query));
      use.m_own = std::make_unique<Statement>(std::move(own));
      kept = use.m_own.get();
    }
    kept->in_use = true;
    use.m_statement = kept;
    TRY(database.bind(*kept, params));
    return use;
  }
  Use(Use&& other) noexcept : m_statement(std::exchange(other.m_statement, nullptr)), m_own(std::move(other.m_own)) {}
  Use& operator=(Use&&) = delete;
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;
  ~Use() {
    if (m_statement == nullptr) return;
    sqlite3_reset(handle());
    sqlite3_clear_bindings(handle());
    m_statement->in_use = false;
  }
  sqlite3_stmt* handle() const { return m_statement->handle.get(); }

 private:
  Use() = default;
  Statement* m_statement = nullptr;
  std::unique_ptr<Statement> m_own;
};

Result<void> SqliteDatabase::bind(Statement& statement, Params params) {
  if (params.size() != statement.places.size()) {
    return internal(cat("a query takes ", statement.places.size(), " parameters and was given ", params.size(), ": ",
                        sqlite3_sql(statement.handle.get())));
  }
  auto place = statement.places.begin();
  for (const Param& param : params) {
    const int at = *place++;
    auto* handle = statement.handle.get();
    int code = SQLITE_OK;
    if (const auto* number = std::get_if<std::int64_t>(&param.value())) {
      code = sqlite3_bind_int64(handle, at, *number);
    } else if (const auto* real = std::get_if<double>(&param.value())) {
      code = sqlite3_bind_double(handle, at, *real);
    } else if (const auto* text = std::get_if<std::string_view>(&param.value())) {
      if (is_utf8(*text)) {
        code = sqlite3_bind_text64(handle, at, text->data() == nullptr ? "" : text->data(), text->size(), SQLITE_STATIC,
                                   SQLITE_UTF8);
      } else {
        const std::string repaired = to_utf8(*text);
        code = sqlite3_bind_text64(handle, at, repaired.data(), repaired.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
      }
    } else {
      code = sqlite3_bind_null(handle, at);
    }
    if (code != SQLITE_OK) return failure(code, "bind");
  }
  return {};
}

Result<std::uint64_t> SqliteDatabase::run(const Query& query, Params params) {
  TRY_ASSIGN(const Use use, Use::of(*this, query, params));
  const int code = sqlite3_step(use.handle());
  if (code != SQLITE_DONE && code != SQLITE_ROW) return failure(code, "run");
  return static_cast<std::uint64_t>(sqlite3_changes64(m_handle));
}

Result<void> SqliteDatabase::each(const Query& query, Params params, const OnRow& on_row) {
  TRY_ASSIGN(const Use use, Use::of(*this, query, params));
  const SqliteRow row(use.handle());
  while (true) {
    const int code = sqlite3_step(use.handle());
    if (code == SQLITE_DONE) return {};
    if (code != SQLITE_ROW) return failure(code, "read");
    TRY_ASSIGN(const Flow flow, on_row(row));
    if (flow == Flow::stop) return {};
  }
}

Result<void> SqliteDatabase::script(std::string_view sql) {
  const int code = sqlite3_exec(m_handle, std::string(sql).c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return failure(code, "run");
  return {};
}

Result<std::int64_t> SqliteDatabase::number(const char* sql) {
  sqlite3_stmt* handle = nullptr;
  int code = sqlite3_prepare_v2(m_handle, sql, -1, &handle, nullptr);
  const std::unique_ptr<sqlite3_stmt, Finalize> statement(handle);
  if (code == SQLITE_OK) code = sqlite3_step(handle);
  if (code != SQLITE_ROW) return failure(code, "read");
  return sqlite3_column_int64(handle, 0);
}

// ---- transactions ------------------------------------------------------------------------------

namespace {

constexpr Query k_begin_read{"BEGIN"};
constexpr Query k_begin_write{"BEGIN IMMEDIATE"};
constexpr Query k_commit{"COMMIT"};
constexpr Query k_rollback{"ROLLBACK"};
constexpr Query k_begin_part{"SAVEPOINT part"};
constexpr Query k_commit_part{"RELEASE part"};
constexpr Query k_rollback_part{"ROLLBACK TO part"};

}  // namespace

Result<void> SqliteDatabase::begin(Access access) {
  if (m_depth == 0) TRY(check_in_place());
  const Query& whole = access == Access::read ? k_begin_read : k_begin_write;
  TRY(run(m_depth > 0 ? k_begin_part : whole, {}));
  m_tallies.push_back(m_depth > 0 ? m_tally : Tally{});
  m_tally = m_tallies.back();
  ++m_depth;
  return {};
}

Result<void> SqliteDatabase::commit() {
  auto tallied = m_depth > 1 ? Result<void>() : write_tally();
  if (!tallied) {
    rollback();
    return tallied;
  }
  auto done = run(m_depth > 1 ? k_commit_part : k_commit, {});
  if (!done) {
    rollback();
    return std::move(done).error();
  }
  m_tallies.pop_back();
  --m_depth;
  return {};
}

// After some errors (a full disk, for one) SQLite has undone the transaction already.
void SqliteDatabase::rollback() {
  const bool is_part = --m_depth > 0;
  m_tally = m_tallies.back();
  m_tallies.pop_back();
  if (sqlite3_get_autocommit(m_handle) != 0) return;
  if (!is_part) {
    (void)run(k_rollback, {});
    return;
  }
  (void)run(k_rollback_part, {});
  (void)run(k_commit_part, {});
}

// ---- about the store ---------------------------------------------------------------------------

std::string SqliteDatabase::driver() const { return cat("sqlite ", sqlite3_libversion()); }

Result<int> SqliteDatabase::schema() {
  TRY_ASSIGN(const auto version, number("PRAGMA user_version"));
  return static_cast<int>(version);
}

namespace {

// Indexes too: a row that none leads to is missed by whoever asks, and its seal says nothing of that.
constexpr Query k_whole_check{"PRAGMA integrity_check(20)"};
constexpr Query k_foreign_key_check{"PRAGMA foreign_key_check"};

}  // namespace

Result<std::vector<std::string>> SqliteDatabase::integrity_faults() {
  std::vector<std::string> faults;
  TRY(each(k_whole_check, {}, [&](const Row& row) -> Result<Flow> {
    if (row.text(0) != "ok") faults.push_back(cat("the file is damaged: ", row.text(0)));
    return Flow::go_on;
  }));
  TRY(each(k_foreign_key_check, {}, [&](const Row& row) -> Result<Flow> {
    faults.push_back(cat("table ", row.text(0), ", row ", row.integer(1), " belongs to nothing in ", row.text(2)));
    return faults.size() < 100 ? Flow::go_on : Flow::stop;
  }));
  return faults;
}

// ---- errors ------------------------------------------------------------------------------------

Error SqliteDatabase::storage_failure(int code) const {
  const int system = m_handle == nullptr ? 0 : sqlite3_system_errno(m_handle);
  const auto unwritten = [&](std::string_view why) {
    return unavailable(cat("the store at ", m_path, " could not be written: ", why, "; nothing was changed"));
  };
  if ((code & 0xff) == SQLITE_FULL || system == ENOSPC) return unwritten("disk is full");
  if (system == EDQUOT) return unwritten("your disk quota is used up");
  if (system == EFBIG) return unwritten("the file may not grow any further");
  if ((code & 0xff) == SQLITE_READONLY || system == EROFS || system == EACCES) {
    return unwritten("it is read-only; check the permissions of the file and its folder");
  }
  return unavailable(cat("the store at ", m_path, " could not be read or written: ", sqlite3_errstr(code)));
}

Error SqliteDatabase::failure(int code, std::string_view doing) const {
  if (m_handle != nullptr) code = sqlite3_extended_errcode(m_handle);
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return unavailable(cat("the store at ", m_path, " is busy: another process kept it locked for ",
                             m_busy_timeout.count() / 1000,
                             " s; nothing was changed. Try again, or see who holds it: fuser ", m_path));
    case SQLITE_FULL:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN: return storage_failure(code);
    case SQLITE_NOTADB:
      return invalid_input(cat(m_path, " is not an assay store: it is not a database; move it away or name another"));
    case SQLITE_CORRUPT:
      if (!m_broken.empty()) return broken_seal(std::exchange(m_broken, {}));
      return corrupt(cat("the store at ", m_path, " is damaged: ", sqlite3_errmsg(m_handle), "; run assay doctor"));
    case SQLITE_NOMEM: return unavailable("out of memory while using the store");
    case SQLITE_TOOBIG: return invalid_input("a text is too large for the store");
    case SQLITE_CONSTRAINT:
      // Not a conflict: what a caller may run into is refused before anything is written.
      return internal(cat("the store at ", m_path, " refused the change: ", sqlite3_errmsg(m_handle)));
    default: break;
  }
  return internal(cat("the store at ", m_path, " failed to ", doing, ": ",
                      m_handle == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(m_handle)));
}

}  // namespace assay::store
