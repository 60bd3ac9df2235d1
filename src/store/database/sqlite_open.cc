// Opening must cost next to nothing, because every command does it: an existing store of the present
// schema is opened with one read of its first page. All else (switching to WAL, making tables) is
// done once, when the file is made or is older than the program.
#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "base/version.h"
#include "store/database/seals.h"
#include "store/database/sqlite.h"

namespace assay::store {

namespace {

// Per connection; none of them reads or writes the file. Few pages are kept: a server has a connection for each of its
// threads, what one keeps is of no use after any other has written, and the system keeps the file in memory for all.
constexpr std::string_view k_settings =
    "PRAGMA synchronous = FULL;"  // in WAL mode: each commit is on disk before it returns
    "PRAGMA foreign_keys = ON;"
    "PRAGMA cell_size_check = ON;"
    "PRAGMA temp_store = MEMORY;"
    "PRAGMA cache_size = -256";

constexpr Query k_migrated{"INSERT INTO migrations (number, program, applied_at) VALUES ($1, $2, $3)"};
constexpr Query k_copy{"VACUUM INTO $1"};
constexpr Query k_last_program{"SELECT program FROM migrations ORDER BY number DESC LIMIT 1"};

}  // namespace

Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::open(const std::string& path, Time now,
                                                             std::chrono::milliseconds busy_timeout) {
  std::unique_ptr<SqliteDatabase> database(new SqliteDatabase(path, busy_timeout));
  TRY(database->connect());
  TRY(database->check_identity());
  TRY_ASSIGN(const int found, database->schema());
  const int known = static_cast<int>(migrations().size());
  if (found > known) TRY(database->refuse_newer(found));
  if (found < known) TRY(database->migrate(now));
  return database;
}

Result<void> SqliteDatabase::connect() {
  namespace fs = std::filesystem;
  const auto folder = fs::path(m_path).parent_path();
  const int code = sqlite3_open_v2(m_path.c_str(), &m_handle,
                                   SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  if (code != SQLITE_OK) {
    std::error_code ignored;
    if (!folder.empty() && !fs::is_directory(folder, ignored)) {
      return not_found(cat("there is no folder ", folder.string(), " for the store; make it first (assay init)"));
    }
    if (fs::is_directory(m_path, ignored)) {
      return invalid_input(cat(m_path, " is a folder, not an assay store; name a file in it"));
    }
    if (access(folder.empty() ? "." : folder.c_str(), W_OK) != 0) {
      return unavailable(cat("the store at ", m_path, " could not be made: its folder is read-only for you"));
    }
    return failure(code, "open");
  }
  m_file = file_at(m_path);
  sqlite3_extended_result_codes(m_handle, 1);
  sqlite3_busy_handler(m_handle, wait_for_others, this);
  sqlite3_wal_hook(m_handle, after_commit, this);
  // What a hostile file could do with views and triggers is switched off before its schema is read.
  sqlite3_db_config(m_handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(m_handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(m_handle, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  sqlite3_db_config(m_handle, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
  TRY(add_functions());
  return script(k_settings);
}

std::optional<SqliteDatabase::FileId> SqliteDatabase::file_at(const std::string& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return std::nullopt;
  return FileId{found.st_dev, found.st_ino};
}

// A file that was removed can be written to for as long as it is open, and all of that is lost in the end: so
// it is asked before every transaction, which costs less than a thousandth of one.
Result<void> SqliteDatabase::check_in_place() {
  const auto found = file_at(m_path);
  if (found == m_file) return {};
  return corrupt(cat("the store at ", m_path, found ? " was replaced by another file" : " was removed",
                     " while it was in use; nothing more is written. Put it back from a copy, then run assay audit "
                     "verify"));
}

Result<void> SqliteDatabase::copy_to(const std::string& file) {
  TRY(run(k_copy, {file}));
  return {};
}

Result<void> SqliteDatabase::check_identity() {
  TRY_ASSIGN(const auto id, number("PRAGMA application_id"));
  if (id == k_application_id) return {};
  TRY_ASSIGN(const auto tables, number("SELECT count(*) FROM sqlite_schema"));
  if (id == 0 && tables == 0) return {};
  return invalid_input(
      cat(m_path, " is not an assay store: it is a database of another program; move it away or name another"));
}

Result<void> SqliteDatabase::refuse_newer(int found) {
  std::string program = "a newer assay";
  (void)each(k_last_program, {}, [&](const Row& row) -> Result<Flow> {
    program = cat("assay ", row.text(0));
    return Flow::stop;
  });
  return conflict(cat("the store at ", m_path, " was written by ", program, " and has schema ", found,
                      "; this is assay ", version(), ", which knows schemas up to ", migrations().size(),
                      ". Use the newer program; nothing was changed"));
}

Result<void> SqliteDatabase::migrate(Time now) {
  // Another process may be making the same store: SQLite then answers "busy" without asking us to wait.
  for (int tries = 0;; ++tries) {
    auto switched = script("PRAGMA journal_mode = WAL");
    if (switched) break;
    if (switched.error().code != Code::unavailable || wait_for_others(this, tries) == 0) return switched;
  }
  TRY(transact(*this, Access::write, [&] { return apply_migrations(now); }));
  // The tables are in the file itself from the start, not only in the log beside it.
  sqlite3_wal_checkpoint_v2(m_handle, nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  return {};
}

Result<void> SqliteDatabase::apply_migrations(Time now) {
  const auto steps = migrations();
  TRY_ASSIGN(const int found, schema());  // again: another process may have been first
  for (size_t i = static_cast<size_t>(found); i < steps.size(); ++i) {
    TRY(script(steps[i]));
    TRY(run(k_migrated, {i + 1, version(), now}));
    TRY(script(cat("PRAGMA user_version = ", i + 1)));
  }
  if (found < k_first_sealed) TRY(seal_everything(*this));
  return script(cat("PRAGMA application_id = ", k_application_id));
}

Result<const std::uint32_t*> SqliteDatabase::log_index() {
  constexpr int k_region = 32 << 10;
  TRY_ASSIGN(const auto version, number("SELECT count(*) FROM sqlite_schema"));  // a read: now it is mapped
  (void)version;
  sqlite3_file* file = nullptr;
  void volatile* mapped = nullptr;
  if (sqlite3_file_control(m_handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || file == nullptr ||
      file->pMethods == nullptr || file->pMethods->iVersion < 2 ||
      file->pMethods->xShmMap(file, 0, k_region, 0, &mapped) != SQLITE_OK || mapped == nullptr) {
    return unavailable(cat("changes of the store at ", m_path, " cannot be watched here"));
  }
  return const_cast<const std::uint32_t*>(static_cast<volatile std::uint32_t*>(mapped));
}

}  // namespace assay::store
