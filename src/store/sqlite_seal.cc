// row_seal(a, b, …): a hash over values, each with its type and length, so that no two rows are taken for the same
// because a value moved from one column to the next. FNV-1a: every step can be undone, so a flipped bit is always
// seen, and it costs a tenth of what SQLite needs to write the row.
#include "store/sqlite.h"

namespace assay::store {

namespace {

class Seal {
 public:
  void add(std::string_view bytes) {
    for (const char c : bytes) m_hash = (m_hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  }
  void add(std::uint64_t number) {
    for (int i = 0; i < 8; ++i) m_hash = (m_hash ^ ((number >> (8 * i)) & 0xff)) * 0x100000001b3ULL;
  }
  std::int64_t value() const { return static_cast<std::int64_t>(m_hash ^ (m_hash >> 31)); }

 private:
  std::uint64_t m_hash = 0xcbf29ce484222325ULL;
};

void add_value(Seal& seal, sqlite3_value* value) {
  const int type = sqlite3_value_type(value);
  seal.add(static_cast<std::uint64_t>(type));
  if (type == SQLITE_NULL) return;
  if (type == SQLITE_INTEGER) {
    seal.add(static_cast<std::uint64_t>(sqlite3_value_int64(value)));
    return;
  }
  // Real numbers as SQLite prints them: the file may hold 1.0 as the integer 1.
  const auto* bytes = static_cast<const char*>(static_cast<const void*>(sqlite3_value_text(value)));
  const auto size = static_cast<size_t>(sqlite3_value_bytes(value));
  seal.add(size);
  if (bytes != nullptr) seal.add(std::string_view(bytes, size));
}

void row_seal(sqlite3_context* context, int count, sqlite3_value** values) {
  Seal seal;
  for (int i = 0; i < count; ++i) add_value(seal, values[i]);
  sqlite3_result_int64(context, seal.value());
}

}  // namespace

Result<void> SqliteDatabase::add_functions() {
  const int code = sqlite3_create_function_v2(m_handle, "row_seal", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr,
                                              row_seal, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return failure(code, "open");
  return {};
}

}  // namespace assay::store
