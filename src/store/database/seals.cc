#include "store/database/seals.h"

#include "base/text.h"
#include "store/database/rows.h"
#include "store/database/sealed_tables.h"

namespace assay::store {

namespace {

constexpr Query k_criteria{
    "SELECT row_seal(position, criterion) FROM criteria WHERE mission_key = $1 ORDER BY position"};
constexpr Query k_checks{
    "SELECT row_seal(id, title, kind, command, path, detail) FROM checks WHERE mission_key = $1 ORDER BY key"};
constexpr Query k_add_record{
    "UPDATE missions AS m SET records = m.records + 1 WHERE m.key = $1 AND m.seal = row_seal(missions m)"};
constexpr Query k_unseal_missions{"UPDATE missions SET seal = NULL"};
constexpr Query k_unseal_tasks{"UPDATE tasks SET seal = NULL"};
constexpr Query k_set_records{
    "UPDATE missions SET records = (SELECT count(*) FROM verifications v WHERE v.mission_key = missions.key) + "
    "(SELECT count(*) FROM landings l WHERE l.mission_key = missions.key)"};
constexpr Query k_missing_records{
    "SELECT m.id FROM missions m WHERE m.key = $1 AND m.records <> "
    "(SELECT count(*) FROM verifications v WHERE v.mission_key = m.key) + "
    "(SELECT count(*) FROM landings l WHERE l.mission_key = m.key)"};
constexpr Query k_set_pack_seal{"UPDATE missions SET pack_seal = $2 WHERE key = $1"};
constexpr Query k_set_dependencies{
    "UPDATE tasks SET dependencies = (SELECT count(*) FROM task_dependencies d WHERE d.task_key = tasks.key)"};
constexpr Query k_keys{"SELECT key, id, pack_seal FROM missions ORDER BY key"};

// What a table does not show of itself: that a row is gone.
constexpr Query k_gone[] = {
    {"SELECT 'the list of dependencies of task ' || t.id FROM tasks t WHERE t.dependencies <> "
     "(SELECT count(*) FROM task_dependencies d WHERE d.task_key = t.key)"},
    {"SELECT 'the texts of mission ' || m.id FROM missions m WHERE NOT EXISTS "
     "(SELECT 1 FROM mission_texts x WHERE x.mission_key = m.key)"},
    {"SELECT 'the texts of task ' || t.id FROM tasks t WHERE NOT EXISTS "
     "(SELECT 1 FROM task_texts x WHERE x.task_key = t.key)"},
};

// The statements that are the same for each table, by its place.
class OfEachTable {
 public:
  using Write = std::string (*)(const SealedTable&);
  explicit OfEachTable(Write write) {
    for (const auto& table : sealed_tables()) m_texts.push_back(write(table));
    for (const auto& text : m_texts) m_queries.push_back({text});
  }
  const Query& operator[](const SealedTable& table) const { return m_queries[static_cast<size_t>(place_of(table))]; }

 private:
  std::vector<std::string> m_texts;
  std::vector<Query> m_queries;
};

const OfEachTable& sealing() {
  static const OfEachTable queries([](const SealedTable& table) {
    return cat("UPDATE ", table.name, " AS r SET seal = row_seal(", table.name, " r)");
  });
  return queries;
}

const OfEachTable& comparing() {
  static const OfEachTable queries([](const SealedTable& table) {
    const auto name = columns_of(table)[static_cast<size_t>(table.named_by)].name;
    return cat("SELECT r.", name, " FROM ", table.name, " r WHERE r.seal IS DISTINCT FROM row_seal(", table.name,
               " r)");
  });
  return queries;
}

const OfEachTable& all_seals() {
  static const OfEachTable queries([](const SealedTable& table) { return cat("SELECT seal FROM ", table.name); });
  return queries;
}

constexpr Query k_tallied{"SELECT sum FROM tally WHERE name = $1"};
constexpr Query k_begin_tally{"DELETE FROM tally"};
constexpr Query k_tally{"INSERT INTO tally (name, sum) VALUES ($1, $2)"};

// Around at the largest number: the order of the rows makes no difference.
Result<std::int64_t> sum_of_seals(Database& database, const SealedTable& table) {
  std::uint64_t sum = 0;
  TRY(database.each(all_seals()[table], {}, [&](const Row& row) -> Result<Flow> {
    sum += static_cast<std::uint64_t>(row.integer(0));
    return Flow::go_on;
  }));
  return static_cast<std::int64_t>(sum);
}

constexpr std::string_view k_unlike =
    " does not match its seal: it was damaged, or changed by something else than assay";

// What comes first and what second makes a difference.
std::int64_t folded(std::int64_t so_far, std::int64_t next) {
  auto mixed = static_cast<std::uint64_t>(so_far) * 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(next);
  mixed ^= mixed >> 29;
  return static_cast<std::int64_t>(mixed * 0xbf58476d1ce4e5b9ULL);
}

constexpr std::string_view k_what_now =
    " Keep a copy of the store (.assay, or a dump of its database), put an undamaged one back, and see assay doctor";

}  // namespace

Error broken_seal(std::string_view what) {
  return corrupt(cat("the store is damaged: ", what, k_unlike, ". Nothing was decided on it.", k_what_now));
}

Result<std::int64_t> pack_seal(Database& database, std::int64_t mission_key) {
  std::int64_t out = 0;
  for (const auto* query : {&k_criteria, &k_checks}) {
    out = folded(out, 1);
    TRY(database.each(*query, {mission_key}, [&](const Row& row) -> Result<Flow> {
      out = folded(out, row.integer(0));
      return Flow::go_on;
    }));
  }
  return out;
}

Result<void> add_record(Database& database, std::int64_t mission_key) {
  TRY_ASSIGN(const auto changed, database.run(k_add_record, {mission_key}));
  if (changed != 1) return broken_seal(cat("the row ", mission_key, " of missions"));
  return {};
}

Result<void> check_records(Database& database, std::int64_t mission_key) {
  TRY_ASSIGN(const auto wrong, (first<std::string>(database, k_missing_records, {mission_key},
                                                   [](Columns& columns) { return columns.text(); })));
  if (!wrong) return {};
  return corrupt(cat("the store is damaged: verifications or landings of mission ", *wrong,
                     " are gone or were added past assay.", k_what_now));
}

Result<void> seal_everything(Database& database) {
  // Seals that are written below are not changes: none is there when these columns are set.
  for (const auto* query : {&k_unseal_missions, &k_unseal_tasks, &k_set_records, &k_set_dependencies}) {
    TRY(database.run(*query, {}));
  }
  std::vector<std::int64_t> keys;
  TRY(database.each(k_keys, {}, [&](const Row& row) -> Result<Flow> {
    keys.push_back(row.integer(0));
    return Flow::go_on;
  }));
  for (const auto key : keys) {
    TRY_ASSIGN(const auto seal, pack_seal(database, key));
    TRY(database.run(k_set_pack_seal, {key, seal}));
  }
  for (const auto& table : sealed_tables()) TRY(database.run(sealing()[table], {}));
  TRY(database.run(k_begin_tally, {}));
  for (const auto& table : sealed_tables()) {
    TRY_ASSIGN(const auto sum, sum_of_seals(database, table));
    TRY(database.run(k_tally, {table.name, sum}));
  }
  return {};
}

namespace {

Result<void> compare_tally(Database& database, const SealedTable& table, std::vector<std::string>& faults) {
  TRY_ASSIGN(const auto sum, sum_of_seals(database, table));
  std::uint64_t kept = 0;
  bool is_there = false;
  TRY(database.each(k_tallied, {table.name}, [&](const Row& row) -> Result<Flow> {
    kept += static_cast<std::uint64_t>(row.integer(0));
    is_there = true;
    return Flow::go_on;
  }));
  if (is_there && static_cast<std::int64_t>(kept) == sum) return {};
  faults.push_back(cat("rows of the table ", table.name,
                       " are gone, were added past assay, or are as they were at an earlier time"));
  return {};
}

}  // namespace

Result<std::vector<std::string>> broken_seals(Database& database) {
  std::vector<std::string> out;
  const auto compare = [&](const Query& query, std::string_view title) {
    return database.each(query, {}, [&](const Row& row) -> Result<Flow> {
      out.push_back(cat(title, row.text(0), k_unlike));
      return Flow::go_on;
    });
  };
  for (const auto& table : sealed_tables()) TRY(compare(comparing()[table], cat(table.title, " ")));
  for (const auto& query : k_gone) TRY(compare(query, ""));
  for (const auto& table : sealed_tables()) TRY(compare_tally(database, table, out));
  TRY(database.each(k_keys, {}, [&](const Row& row) -> Result<Flow> {
    TRY_ASSIGN(const auto seal, pack_seal(database, row.integer(0)));
    if (seal != row.integer(2)) out.push_back(cat("the acceptance pack of mission ", row.text(1), k_unlike));
    if (const auto records = check_records(database, row.integer(0)); !records) {
      out.push_back(cat("verifications or landings of mission ", row.text(1), " are gone"));
    }
    return Flow::go_on;
  }));
  return out;
}

}  // namespace assay::store
