// Rows are read and written by statements that are made from lists of columns, in the order in which they refer to each
// other. A table with keys is read in pages, so that neither side keeps all of it in memory.
//
// Lanes come last: triggers make some of them while jobs are written.
#include "store/database/copy.h"

#include <deque>

#include "base/text.h"
#include "store/database/rows.h"
#include "store/database/sealed_tables.h"
#include "store/database/seals.h"

namespace assay::store {

namespace {

constexpr int k_copy_page = 500;

// Tables of which no row decides alone: their columns, as in sealed_tables.cc.
constexpr SealedTable k_unsealed[] = {
    {"criteria", "", 0, "#mission_key #position criterion"},
    {"checkpoints", "", 0,
     "#key #mission_key #number id kind title detail task_id #created_at actor previous_hash hash"},
    {"chain_heads", "", 0, "#mission_key #count hash"},
    {"lanes", "", 0, "#key #lane kind #checks #turn #rests #wakes"},
};

constexpr std::string_view k_order[] = {"identity",      "missions",       "mission_texts", "criteria",
                                        "checks",        "tasks",          "task_texts",    "task_dependencies",
                                        "checkpoints",   "chain_heads",    "verifications", "kept_results",
                                        "jobs",          "runs",           "landings",      "proposals",
                                        "queue",         "queue_runs",     "notices",       "deliveries",
                                        "critic_rounds", "questions",      "waivers",       "accepted_losses",
                                        "check_answers", "removed_checks", "accepted_work", "replies",
                                        "comments",      "lanes"};
static_assert(std::size(k_order) == k_sealed_tables + std::size(k_unsealed));

struct CopiedTable {
  std::vector<SealedColumn> columns;
  bool has_key = false;
  std::string read_text, write_text, empty_text, any_text;
  Query read, write, empty, any;
};

CopiedTable copied(std::string_view name) {
  CopiedTable out;
  const auto* sealed = sealed_table(name);
  const SealedTable* table = sealed;
  for (const auto& each : k_unsealed) {
    if (each.name == name) table = &each;
  }
  out.columns = columns_of(*table);
  out.has_key = out.columns.front().name == "key";
  std::string names, read, values;
  for (size_t i = 0; i < out.columns.size(); ++i) {
    const std::string comma = i == 0 ? "" : ", ";
    names += cat(comma, out.columns[i].name);
    read += cat(comma, "r.", out.columns[i].name);
    values += cat(comma, "$", i + 1);
  }
  out.read_text = cat("SELECT ", read, sealed != nullptr ? cat(", intact(", name, " r)") : "", " FROM ", name, " r",
                      out.has_key ? cat(" WHERE r.key > $1 ORDER BY r.key LIMIT ", k_copy_page) : "");
  out.write_text = cat("INSERT INTO ", name, " (", names, ") VALUES (", values, ")");
  out.empty_text = cat("DELETE FROM ", name);
  out.any_text = cat("SELECT 1 FROM ", name, " LIMIT 1");
  return out;
}

// Queries are kept by their address, so each has one for good.
const std::deque<CopiedTable>& copied_tables() {
  static const auto tables = [] {
    std::deque<CopiedTable> out;
    for (const auto name : k_order) {
      auto& table = out.emplace_back(copied(name));
      table.read = {table.read_text};
      table.write = {table.write_text};
      table.empty = {table.empty_text};
      table.any = {table.any_text};
    }
    return out;
  }();
  return tables;
}

Param value_in(const Row& row, int column, ColumnType type) {
  if (row.is_null(column)) return Param(nullptr);
  switch (type) {
    case ColumnType::integer: return Param(row.integer(column));
    case ColumnType::real: return Param(row.real(column));
    case ColumnType::text: break;
  }
  return Param(row.text(column));
}

Result<std::uint64_t> copy_page(Database& from, Database& to, const CopiedTable& table, std::int64_t& last) {
  std::uint64_t count = 0;
  const auto write = [&](const Row& row) -> Result<Flow> {
    std::vector<Param> values;
    int column = 0;
    for (const auto& each : table.columns) values.push_back(value_in(row, column++, each.type));
    TRY(to.run(table.write, values));
    if (table.has_key) last = row.integer(0);
    ++count;
    return Flow::go_on;
  };
  if (table.has_key) {
    TRY(from.each(table.read, {last}, write));
  } else {
    TRY(from.each(table.read, {}, write));
  }
  return count;
}

Result<std::uint64_t> copy_table(Database& from, Database& to, const CopiedTable& table) {
  std::uint64_t total = 0;
  std::int64_t last = 0;
  while (true) {
    TRY_ASSIGN(const auto count, copy_page(from, to, table, last));
    total += count;
    if (!table.has_key || count < k_copy_page) return total;
  }
}

// A store that was just made has an identity and nothing else.
Result<void> refuse_what_is_in_use(Database& to) {
  for (size_t i = 1; i < copied_tables().size(); ++i) {
    TRY_ASSIGN(const auto found, (first<std::int64_t>(to, copied_tables()[i].any, {},
                                                      [](Columns& columns) { return columns.integer(); })));
    if (!found) continue;
    return conflict(cat("the store that should be written to is not empty: its table ", k_order[i],
                        " holds rows. Name a new file, or another schema (?schema=NAME); nothing was changed"));
  }
  return {};
}

constexpr Query k_mission_keys{"SELECT key FROM missions ORDER BY key"};
constexpr Query k_new_pack_seal{"UPDATE missions SET pack_seal = $2 WHERE key = $1"};

// It is made of hashes, and those are the driver's own.
Result<void> seal_packs(Database& to) {
  std::vector<std::int64_t> keys;
  TRY(to.each(k_mission_keys, {}, [&](const Row& row) -> Result<Flow> {
    keys.push_back(row.integer(0));
    return Flow::go_on;
  }));
  for (const auto key : keys) {
    TRY_ASSIGN(const auto seal, pack_seal(to, key));
    TRY(to.run(k_new_pack_seal, {key, seal}));
  }
  return {};
}

Result<std::uint64_t> copy_all(Database& from, Database& to) {
  TRY(refuse_what_is_in_use(to));
  const auto& tables = copied_tables();
  TRY(to.run(tables.front().empty, {}));
  std::uint64_t rows = 0;
  for (const auto& table : tables) {
    if (&table == &tables.back()) TRY(to.run(table.empty, {}));
    TRY_ASSIGN(const auto count, copy_table(from, to, table));
    rows += count;
  }
  TRY(seal_packs(to));
  TRY(to.keys_were_given());
  return rows;
}

}  // namespace

Result<std::uint64_t> copy_rows(Database& from, Database& to) {
  return transact(to, Access::write, [&] { return transact(from, Access::read, [&] { return copy_all(from, to); }); });
}

}  // namespace assay::store
