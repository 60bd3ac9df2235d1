#include "store/verifications.h"

#include "store/database/rows.h"
#include "store/database/seals.h"
#include "store/mission_rows.h"
#include "store/pack_rows.h"

namespace assay::store {

namespace {

constexpr Query k_insert_verification{
    "INSERT INTO verifications (mission_key, id, commit_id, tree_id, target_commit, outcome, report, started_at, "
    "finished_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"};
constexpr Query k_newest_verifications{
    "SELECT v.id, v.commit_id, v.tree_id, v.target_commit, v.outcome, v.report, v.started_at, v.finished_at, "
    "v.seal IS NOT DISTINCT FROM row_seal(verifications v) FROM verifications v WHERE v.mission_key = $1 ORDER BY "
    "v.key DESC LIMIT $2"};
// One that is damaged is not there: the check is run again.
constexpr Query k_kept{"SELECT k.result FROM kept_results k WHERE k.name = $1 AND k.seal = row_seal(kept_results k)"};
constexpr Query k_forget{"DELETE FROM kept_results WHERE name = $1"};
constexpr Query k_keep{"INSERT INTO kept_results (name, result) VALUES ($1, $2)"};

}  // namespace

Verifications Store::verifications() const { return Verifications(*m_database); }
VerificationChanges Changes::verifications() const { return VerificationChanges(*this); }

Result<model::PackStatus> VerificationChanges::record(const model::MissionId& id, std::uint64_t version,
                                                      const VerificationRecord& record,
                                                      std::span<const CheckResult> results, std::string_view detail) {
  return m_changes.make([&](Change& now) -> Result<model::PackStatus> {
    TRY_ASSIGN(auto row, open_pack(now.database, id));
    if (row.mission.version != version) {
      return conflict(cat("mission ", id.text,
                          " was changed while it was verified, so the results are of other work and were not "
                          "recorded; verify again"));
    }
    TRY(now.database.run(k_insert_verification,
                         {row.key, record.id, record.commit, record.tree, record.target_commit, name(record.outcome),
                          record.report, record.started_at, record.finished_at}));
    TRY(add_record(now.database, row.key));
    return write_results(now, row, results, detail);
  });
}

Result<std::optional<VerificationRecord>> Verifications::latest(const model::MissionId& id) const {
  TRY_ASSIGN(auto found, newest(id, 1));
  return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

Result<std::vector<VerificationRecord>> Verifications::newest(const model::MissionId& id, std::uint32_t most) const {
  return transact(m_database, Access::read, [&]() -> Result<std::vector<VerificationRecord>> {
    std::vector<VerificationRecord> found;
    TRY_ASSIGN(const auto mission, load_mission(m_database, id));
    TRY(check_records(m_database, mission.key));
    TRY(m_database.each(k_newest_verifications, {mission.key, most}, [&](const Row& row) -> Result<Flow> {
      Columns columns(row);
      VerificationRecord record;
      record.id = columns.text();
      record.commit = columns.text();
      record.tree = columns.text();
      record.target_commit = columns.text();
      record.outcome = columns.named(model::verification_outcome_named);
      record.report = columns.text();
      record.started_at = columns.time();
      record.finished_at = columns.time();
      if (!columns.flag()) return broken_seal(record.id);
      found.push_back(std::move(record));
      return Flow::go_on;
    }));
    return found;
  });
}

Result<std::optional<std::string>> Verifications::kept_result(std::string_view name) const {
  return first<std::string>(m_database, k_kept, {name}, [](Columns& columns) { return columns.text(); });
}

Result<void> VerificationChanges::keep_results(std::span<const KeptResult> results) {
  if (results.empty()) return {};
  return m_changes.make([&](Change& now) -> Result<void> {
    for (const auto& [name, result] : results) {
      TRY(now.database.run(k_forget, {name}));
      TRY(now.database.run(k_keep, {name, result}));
    }
    return {};
  });
}

}  // namespace assay::store
