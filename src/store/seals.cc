#include "store/seals.h"

#include "base/text.h"
#include "store/rows.h"

namespace assay::store {

namespace {

constexpr Query k_criteria{
    "SELECT row_seal(position, criterion) FROM criteria WHERE mission_key = $1 ORDER BY position"};
constexpr Query k_checks{
    "SELECT row_seal(id, title, kind, command, path, detail) FROM checks WHERE mission_key = $1 ORDER BY key"};
constexpr Query k_seal_mission{"UPDATE missions AS m SET seal = ", k_mission_seal, " WHERE m.key = $1"};
constexpr Query k_add_record{"UPDATE missions AS m SET records = m.records + 1 WHERE m.key = $1 AND m.seal = ",
                             k_mission_seal};
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

constexpr Query k_seals[] = {
    {"UPDATE mission_texts AS x SET seal = ", k_text_seal},
    {"UPDATE tasks AS t SET seal = ", k_task_seal_begin, k_task_seal_end},
    {"UPDATE task_texts AS x SET seal = ", k_task_text_seal},
    {"UPDATE task_dependencies AS d SET seal = ", k_dependency_seal},
    {"UPDATE verifications AS v SET seal = ", k_verification_seal},
    {"UPDATE landings AS l SET seal = ", k_landing_seal},
    {"UPDATE proposals AS p SET seal = ", k_proposal_seal},
    {"UPDATE critic_rounds AS c SET seal = ", k_round_seal},
    {"UPDATE kept_results AS k SET seal = ", k_kept_seal},
};

constexpr Query k_broken[] = {
    {"SELECT 'mission ' || m.id FROM missions m WHERE m.seal IS NOT ", k_mission_seal},
    {"SELECT 'the texts of mission ' || m.id FROM mission_texts x JOIN missions m ON m.key = x.mission_key "
     "WHERE x.seal IS NOT ",
     k_text_seal},
    {"SELECT 'task ' || t.id FROM tasks t WHERE t.seal IS NOT ", k_task_seal_begin, k_task_seal_end},
    {"SELECT 'the texts of task ' || t.id FROM task_texts x JOIN tasks t ON t.key = x.task_key WHERE x.seal IS NOT ",
     k_task_text_seal},
    {"SELECT 'a dependency of task ' || t.id FROM task_dependencies d JOIN tasks t ON t.key = d.task_key "
     "WHERE d.seal IS NOT ",
     k_dependency_seal},
    {"SELECT 'the list of dependencies of task ' || t.id FROM tasks t WHERE t.dependencies <> "
     "(SELECT count(*) FROM task_dependencies d WHERE d.task_key = t.key)"},
    {"SELECT 'the texts of mission ' || m.id FROM missions m WHERE NOT EXISTS "
     "(SELECT 1 FROM mission_texts x WHERE x.mission_key = m.key)"},
    {"SELECT 'the texts of task ' || t.id FROM tasks t WHERE NOT EXISTS "
     "(SELECT 1 FROM task_texts x WHERE x.task_key = t.key)"},
    {"SELECT v.id FROM verifications v WHERE v.seal IS NOT ", k_verification_seal},
    {"SELECT l.id FROM landings l WHERE l.seal IS NOT ", k_landing_seal},
    {"SELECT 'the proposed plan of mission ' || m.id FROM proposals p JOIN missions m ON m.key = p.mission_key "
     "WHERE p.seal IS NOT ",
     k_proposal_seal},
    {"SELECT 'a round of the critic on task ' || t.id FROM critic_rounds c JOIN tasks t ON t.key = c.task_key "
     "WHERE c.seal IS NOT ",
     k_round_seal},
};

constexpr std::string_view k_unlike =
    " does not match its seal: it was damaged, or changed by something else than assay";

// What comes first and what second makes a difference.
std::int64_t folded(std::int64_t so_far, std::int64_t next) {
  auto mixed = static_cast<std::uint64_t>(so_far) * 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(next);
  mixed ^= mixed >> 29;
  return static_cast<std::int64_t>(mixed * 0xbf58476d1ce4e5b9ULL);
}

}  // namespace

Error broken_seal(std::string_view what) {
  return corrupt(
      cat("the store is damaged: ", what, k_unlike,
          ". Nothing was decided on it. Keep a copy of the .assay folder, put an undamaged one back, and see "
          "assay doctor"));
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

Result<void> seal_mission(Database& database, std::int64_t mission_key) {
  TRY(database.run(k_seal_mission, {mission_key}));
  return {};
}

Result<void> add_record(Database& database, std::int64_t mission_key) {
  TRY_ASSIGN(const auto changed, database.run(k_add_record, {mission_key}));
  if (changed != 1) return broken_seal(cat("the row ", mission_key, " of missions"));
  return seal_mission(database, mission_key);
}

Result<void> check_records(Database& database, std::int64_t mission_key) {
  TRY_ASSIGN(const auto wrong, (first<std::string>(database, k_missing_records, {mission_key},
                                                   [](Columns& columns) { return columns.text(); })));
  if (!wrong) return {};
  return corrupt(cat("the store is damaged: verifications or landings of mission ", *wrong,
                     " are gone or were added past assay. Keep a copy of the .assay folder, put an undamaged one back, "
                     "and see assay doctor"));
}

Result<void> seal_everything(Database& database) {
  TRY(database.run(k_set_records, {}));
  TRY(database.run(k_set_dependencies, {}));
  for (const auto& query : k_seals) TRY(database.run(query, {}));
  std::vector<std::int64_t> keys;
  TRY(database.each(k_keys, {}, [&](const Row& row) -> Result<Flow> {
    keys.push_back(row.integer(0));
    return Flow::go_on;
  }));
  for (const auto key : keys) {
    TRY_ASSIGN(const auto seal, pack_seal(database, key));
    TRY(database.run(k_set_pack_seal, {key, seal}));
    TRY(seal_mission(database, key));
  }
  return {};
}

Result<std::vector<std::string>> broken_seals(Database& database) {
  std::vector<std::string> out;
  for (const auto& query : k_broken) {
    TRY(database.each(query, {}, [&](const Row& row) -> Result<Flow> {
      out.push_back(cat(row.text(0), k_unlike));
      return Flow::go_on;
    }));
  }
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
