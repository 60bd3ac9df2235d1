// A look at 48 bytes of shared memory, where the store is a file: SQLite keeps the state of its write-ahead log in a
// file that all processes map (NAME-shm). It begins with a header of 48 bytes, twice: a writer that commits changes the
// second copy, then the first; a reader that finds both alike has a whole one (https://www.sqlite.org/walformat.html).
// Every commit changes it, in this process or another, before the commit returns: SQLite itself decides by these bytes
// whether what it has in memory still holds.
//
// The memory is asked of SQLite. Opening the file ourselves would be a trap: closing any descriptor of a
// file drops all locks that this process has on it, SQLite's too.
#include "store/database/version_watch.h"

#include <atomic>
#include <cstring>

#include "base/hash.h"
#include "store/database/postgres_place.h"
#include "store/database/sqlite.h"

namespace assay::store {

namespace {

constexpr size_t k_words = std::tuple_size_v<StoreVersion>;

void copy(const std::uint32_t* from, StoreVersion& to) {
  for (size_t i = 0; i < k_words; ++i) to[i] = __atomic_load_n(from + i, __ATOMIC_RELAXED);
}

class SqliteVersionWatch final : public VersionWatch {
 public:
  SqliteVersionWatch(std::unique_ptr<SqliteDatabase> database, const std::uint32_t* header)
      : m_database(std::move(database)), m_header(header) {}

  std::optional<StoreVersion> now() const override {
    StoreVersion first{}, second{};
    copy(m_header, first);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    copy(m_header + k_words, second);
    if (first != second) return std::nullopt;
    return first;
  }
  std::optional<StoreVersion> look() override { return now(); }

 private:
  std::unique_ptr<SqliteDatabase> m_database;  // keeps the memory mapped
  const std::uint32_t* m_header;
};

// Which transactions can be seen: any commit changes it, those of other databases of the server too.
constexpr Query k_snapshot{"SELECT pg_current_snapshot()"};

class PostgresVersionWatch final : public VersionWatch {
 public:
  explicit PostgresVersionWatch(std::unique_ptr<Database> database) : m_database(std::move(database)) {}

  std::optional<StoreVersion> now() const override { return std::nullopt; }
  std::optional<StoreVersion> look() override {
    StoreVersion out{};
    const auto read = m_database->each(k_snapshot, {}, [&](const Row& row) -> Result<Flow> {
      const auto digest = sha256_hex(row.text(0));
      std::memcpy(out.data(), digest.data(), sizeof out);
      return Flow::stop;
    });
    return read ? std::optional(out) : std::nullopt;
  }

 private:
  std::unique_ptr<Database> m_database;
};

}  // namespace

Result<std::unique_ptr<VersionWatch>> VersionWatch::open(const std::string& store, Time now) {
  if (is_postgres(store)) {
    TRY_ASSIGN(auto database, open_postgres(store, now));
    return std::unique_ptr<VersionWatch>(std::make_unique<PostgresVersionWatch>(std::move(database)));
  }
  TRY_ASSIGN(auto database, SqliteDatabase::open(store, now));
  TRY_ASSIGN(const auto* header, database->log_index());
  return std::unique_ptr<VersionWatch>(std::make_unique<SqliteVersionWatch>(std::move(database), header));
}

}  // namespace assay::store
