// The SQLite driver: one file, readers beside one writer, every commit on disk before it returns.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <sqlite3.h>

#include "store/database/database.h"
#include "store/database/seal_statements.h"

namespace assay::store {

constexpr std::chrono::milliseconds k_busy_timeout = std::chrono::seconds(15);

class SqliteDatabase final : public Database {
 public:
  // Opens the file, makes a new one a store, brings an older one up to date, refuses what is none.
  // `busy_timeout` is how long it waits for other writers.
  static Result<std::unique_ptr<SqliteDatabase>> open(const std::string& path, Time now,
                                                      std::chrono::milliseconds busy_timeout = k_busy_timeout);
  ~SqliteDatabase() override;

  Result<void> begin(Access access) override;
  Result<void> commit() override;
  void rollback() override;
  Result<std::uint64_t> run(const Query& query, Params params) override;
  Result<void> each(const Query& query, Params params, const OnRow& on_row) override;
  Result<std::vector<std::string>> integrity_faults() override;
  Result<void> check_in_place() override;
  Result<void> copy_to(const std::string& file) override;
  std::string driver() const override;
  Result<int> schema() override;

  // Prepared statements are kept for their next use, at most so many: a server has a connection for each of its
  // threads, all of them come to use all statements in time, and each takes some ten kilobytes.
  static constexpr size_t k_most_statements = 48;
  size_t kept_statements() const { return m_statements.size(); }

  // The memory in which all processes keep the state of the write-ahead log, while this is open.
  Result<const std::uint32_t*> log_index();

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  struct Statement {
    std::unique_ptr<sqlite3_stmt, Finalize> handle;
    std::vector<int> places;  // where $1, $2, … are bound
    bool in_use = false;
    std::uint64_t last_use = 0;
  };
  class Use;  // a statement while it runs

  SqliteDatabase(std::string path, std::chrono::milliseconds busy_timeout)
      : m_path(std::move(path)), m_busy_timeout(busy_timeout) {}
  static int wait_for_others(void* self, int tries);
  static int after_commit(void* self, sqlite3* handle, const char* schema, int frames);

  static void intact(sqlite3_context* context, int count, sqlite3_value** values);
  static void new_seal(sqlite3_context* context, int count, sqlite3_value** values);
  static void reseal(sqlite3_context* context, int count, sqlite3_value** values);
  static void no_seal(sqlite3_context* context, int count, sqlite3_value** values);
  static void note(sqlite3_context* context, sqlite3_value* table, std::uint64_t more);

  Result<void> connect();
  Result<void> add_functions();
  Result<void> check_identity();
  Result<void> migrate(Time now);
  Result<void> apply_migrations(Time now);
  Result<void> refuse_newer(int found);

  Result<void> write_tally();

  Result<void> script(std::string_view sql);
  Result<std::int64_t> number(const char* sql);
  Result<Statement> prepare(const Query& query);
  Result<Statement*> prepared(const Query& query);
  void forget_oldest_statement();
  Result<void> bind(Statement& statement, Params params);
  Error failure(int code, std::string_view doing) const;
  Error storage_failure(int code) const;

  struct FileId {
    std::uint64_t device = 0;
    std::uint64_t number = 0;
    friend bool operator==(const FileId&, const FileId&) = default;
  };
  static std::optional<FileId> file_at(const std::string& path);

  std::string m_path;
  std::optional<FileId> m_file;  // that was opened
  std::chrono::milliseconds m_busy_timeout;
  sqlite3* m_handle = nullptr;
  std::unordered_map<const Query*, Statement> m_statements;  // those that were used last
  std::uint64_t m_uses = 0;
  std::chrono::steady_clock::time_point m_wait_began;
  using Tally = std::array<std::uint64_t, k_sealed_tables>;
  Tally m_tally{};               // by how much this transaction changes the sums of seals
  std::vector<Tally> m_tallies;  // what it was when each part of it began
  mutable std::string m_broken;  // the row that does not match its seal, when that ends a statement
  int m_depth = 0;               // transactions that are open, one inside the other
  int m_log_frames = 0;          // in the write-ahead log after our last commit
};

const SealWriter& sqlite_seal_writer();

// The numbered steps from an empty file to the present tables; step n leads to schema n.
std::span<const std::string_view> migrations();

constexpr int k_first_sealed = 13;  // the schema from which on all rows have seals

constexpr std::int64_t k_application_id = 0x41737379;  // "Assy"

}  // namespace assay::store
