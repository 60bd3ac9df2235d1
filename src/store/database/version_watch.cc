// SQLite keeps the state of its write-ahead log in a file that all processes map (NAME-shm). It begins with
// a header of 48 bytes, twice: a writer that commits changes the second copy, then the first; a reader that
// finds both alike has a whole one (https://www.sqlite.org/walformat.html). Every commit changes it, in this
// process or another, before the commit returns: SQLite itself decides by these bytes whether what it
// has in memory still holds.
//
// The memory is asked of SQLite. Opening the file ourselves would be a trap: closing any descriptor of a
// file drops all locks that this process has on it, SQLite's too.
#include "store/database/version_watch.h"

#include <atomic>

#include "store/database/sqlite.h"

namespace assay::store {

namespace {

constexpr size_t k_words = std::tuple_size_v<StoreVersion>;

void copy(const std::uint32_t* from, StoreVersion& to) {
  for (size_t i = 0; i < k_words; ++i) to[i] = __atomic_load_n(from + i, __ATOMIC_RELAXED);
}

}  // namespace

VersionWatch::VersionWatch(std::unique_ptr<SqliteDatabase> database, const std::uint32_t* header)
    : m_database(std::move(database)), m_header(header) {}
VersionWatch::~VersionWatch() = default;

Result<std::unique_ptr<VersionWatch>> VersionWatch::open(const std::string& store, Time now) {
  TRY_ASSIGN(auto database, SqliteDatabase::open(store, now));
  TRY_ASSIGN(const auto* header, database->log_index());
  return std::unique_ptr<VersionWatch>(new VersionWatch(std::move(database), header));
}

std::optional<StoreVersion> VersionWatch::now() const {
  StoreVersion first{}, second{};
  copy(m_header, first);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  copy(m_header + k_words, second);
  if (first != second) return std::nullopt;
  return first;
}

}  // namespace assay::store
