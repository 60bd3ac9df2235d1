// The functions that statements call for their seals, and the tally of all seals.
//
// A hash includes a value's type and length, so that nothing reads as something else that prints alike. It is made of
// steps that can be undone, eight bytes at a time: a flipped bit is always seen, and a row costs a fraction of what
// SQLite needs to read it. It is no signature, and need not be hard to find again.
//
// The tally holds the sum of the seals of each table. The functions that make a seal note by how much the sum changes;
// it is put down at the end of the transaction. Rows that are gone, or are as they were at an earlier time, are missed
// there.
#include <bit>
#include <cstring>

#include "base/text.h"
#include "store/database/seal_statements.h"
#include "store/database/seals.h"
#include "store/database/sqlite.h"

namespace assay::store {

namespace {

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

std::uint64_t hash_of(std::string_view bytes) {
  std::uint64_t out = bytes.size();
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), 8);
    out = (out ^ word) * 0x9e3779b97f4a7c15ULL;
    out ^= out >> 32;
  }
  std::uint64_t word = 0;
  if (!bytes.empty()) std::memcpy(&word, bytes.data(), bytes.size());
  return mixed(out ^ word);
}

std::string_view text_of(sqlite3_value* value) {
  const auto* bytes = static_cast<const char*>(static_cast<const void*>(sqlite3_value_text(value)));
  return bytes == nullptr ? std::string_view()
                          : std::string_view(bytes, static_cast<size_t>(sqlite3_value_bytes(value)));
}

// The hash of a column's value, by its place in the list.
std::uint64_t cell(int place, sqlite3_value* value) {
  const int type = sqlite3_value_type(value);
  std::uint64_t content = 0;
  if (type == SQLITE_INTEGER) content = static_cast<std::uint64_t>(sqlite3_value_int64(value));
  if (type == SQLITE_FLOAT) content = std::bit_cast<std::uint64_t>(sqlite3_value_double(value) + 0.0);
  if (type == SQLITE_TEXT || type == SQLITE_BLOB) content = hash_of(text_of(value));
  const auto kind = static_cast<std::uint64_t>(8 * place + type);
  return mixed(content + kind * 0x9e3779b97f4a7c15ULL);
}

std::uint64_t seal_of(int count, sqlite3_value** values) {
  std::uint64_t out = 0;
  for (int i = 0; i < count; ++i) out += cell(i, values[i]);
  return out;
}

std::uint64_t integer(sqlite3_value* value) { return static_cast<std::uint64_t>(sqlite3_value_int64(value)); }
void answer(sqlite3_context* context, std::uint64_t value) {
  sqlite3_result_int64(context, static_cast<std::int64_t>(value));
}

// row_seal(a, b, …): all columns of a row, in the order of its list.
void row_seal(sqlite3_context* context, int count, sqlite3_value** values) { answer(context, seal_of(count, values)); }

bool same_integer(sqlite3_value* a, sqlite3_value* b) {
  return sqlite3_value_type(a) == SQLITE_INTEGER && sqlite3_value_type(b) == SQLITE_INTEGER && integer(a) == integer(b);
}

// added(a, b): a sum that begins again behind the largest number, where SQLite would go on with an inexact one.
void added(sqlite3_context* context, int, sqlite3_value** values) {
  answer(context, integer(values[0]) + integer(values[1]));
}

}  // namespace

// intact(table, seal, columns…): 1, or an error; `failure` says which row it was.
void SqliteDatabase::intact(sqlite3_context* context, int count, sqlite3_value** values) {
  if (sqlite3_value_type(values[1]) == SQLITE_INTEGER && integer(values[1]) == seal_of(count - 2, values + 2)) {
    sqlite3_result_int(context, 1);
    return;
  }
  const auto& table = sealed_tables()[static_cast<size_t>(sqlite3_value_int(values[0]))];
  auto& self = *static_cast<SqliteDatabase*>(sqlite3_user_data(context));
  self.m_broken = cat(table.title, " ", text_of(values[2 + table.named_by]));
  sqlite3_result_error(context, self.m_broken.c_str(), -1);
  sqlite3_result_error_code(context, SQLITE_CORRUPT);
}

void SqliteDatabase::note(sqlite3_context* context, sqlite3_value* table, std::uint64_t more) {
  static_cast<SqliteDatabase*>(sqlite3_user_data(context))->m_tally[static_cast<size_t>(sqlite3_value_int(table))] +=
      more;
}

// new_seal(table, columns…): the seal of a row that is made.
void SqliteDatabase::new_seal(sqlite3_context* context, int count, sqlite3_value** values) {
  const auto seal = seal_of(count - 1, values + 1);
  note(context, values[0], seal);
  answer(context, seal);
}

// reseal(table, seal, place, before, after, …): the seal when these columns have changed. None stays none.
void SqliteDatabase::reseal(sqlite3_context* context, int count, sqlite3_value** values) {
  if (sqlite3_value_type(values[1]) == SQLITE_NULL) return;
  std::uint64_t more = 0;
  for (int i = 2; i + 2 < count; i += 3) {
    if (same_integer(values[i + 1], values[i + 2])) continue;
    const auto place = sqlite3_value_int(values[i]);
    more += cell(place, values[i + 2]) - cell(place, values[i + 1]);
  }
  note(context, values[0], more);
  answer(context, integer(values[1]) + more);
}

// no_seal(table, seal): a row goes.
void SqliteDatabase::no_seal(sqlite3_context* context, int, sqlite3_value** values) {
  note(context, values[0], 0 - integer(values[1]));
}

namespace {

class SqliteSealWriter final : public SealWriter {
 public:
  std::string seal(const std::vector<std::string>& values) const override {
    return cat("row_seal(", join(values, ", "), ")");
  }
  std::string intact(const SealedTable& table, std::string_view alias) const override {
    return cat("intact(", place_of(table), ", ", alias, ".seal, ", join(sealed_values(table, alias), ", "), ")");
  }
  std::string changed(const SealedTable& table, const std::vector<SealedChange>& changes) const override {
    std::string list;
    for (const auto& each : changes) list += cat(", ", each.place, ", ", each.column, ", ", each.after);
    return cat("reseal(", place_of(table), ", seal", list, ")");
  }
  std::string insert(const SealedInsert& insert) const override {
    std::vector<std::string> names, values, sealed;
    for (const auto& cell : insert.given) {
      names.emplace_back(cell.column);
      values.emplace_back(cell.value);
    }
    for (const auto& column : columns_of(*insert.table)) {
      std::string value(value_of(insert, column));
      if (value.empty()) {
        value = cat("(SELECT coalesce(max(", column.name, "), 0) + 1 FROM ", insert.table->name, ")");
        names.emplace_back(column.name);
        values.push_back(value);
      }
      sealed.push_back(std::move(value));
    }
    values.push_back(cat("new_seal(", place_of(*insert.table), ", ", join(sealed, ", "), ")"));
    return cat("INSERT INTO ", insert.table->name, " (", join(names, ", "), ", seal) ",
               insert.is_select ? "SELECT " : "VALUES (", join(values, ", "), insert.is_select ? "" : ")",
               insert.source, insert.ending);
  }
  std::string gone(const SealedTable& table) const override { return cat("no_seal(", place_of(table), ", seal)"); }
};

}  // namespace

const SealWriter& sqlite_seal_writer() {
  static const SqliteSealWriter writer;
  return writer;
}

Result<void> SqliteDatabase::add_functions() {
  struct Function {
    const char* name;
    int arguments, flags;
    void (*call)(sqlite3_context*, int, sqlite3_value**);
  };
  for (const auto& each :
       {Function{"row_seal", -1, SQLITE_DETERMINISTIC, row_seal}, Function{"added", 2, SQLITE_DETERMINISTIC, added},
        Function{"intact", -1, 0, intact}, Function{"new_seal", -1, 0, new_seal}, Function{"reseal", -1, 0, reseal},
        Function{"no_seal", 2, 0, no_seal}}) {
    const int code = sqlite3_create_function_v2(m_handle, each.name, each.arguments, SQLITE_UTF8 | each.flags, this,
                                                each.call, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) return failure(code, "open");
  }
  return {};
}

namespace {

constexpr Query k_add_to_tally{"UPDATE tally SET sum = added(sum, $2) WHERE name = $1"};

}  // namespace

Result<void> SqliteDatabase::write_tally() {
  for (const auto& table : sealed_tables()) {
    const auto more = m_tally[static_cast<size_t>(place_of(table))];
    if (more == 0) continue;
    TRY_ASSIGN(const auto written, run(k_add_to_tally, {table.name, static_cast<std::int64_t>(more)}));
    if (written != 1) return broken_seal("the tally of its rows");
  }
  return {};
}

}  // namespace assay::store
