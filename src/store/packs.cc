// Changes of the acceptance pack. What a result was found for is the work and the pack of that moment:
// any later change of either sets all results back, see set_back_results.
#include "store/packs.h"

#include <algorithm>

#include "base/hash.h"
#include "store/database/rows.h"
#include "store/mission_rows.h"
#include "store/pack_rows.h"

namespace assay::store {

using model::AcceptanceCheck;
using model::AcceptanceStatus;
using model::CheckpointKind;

namespace {

constexpr Query k_clear_criteria{"DELETE FROM criteria WHERE mission_key = $1"};
constexpr Query k_insert_criterion{"INSERT INTO criteria (mission_key, position, criterion) VALUES ($1, $2, $3)"};
constexpr Query k_insert_check{
    "INSERT INTO checks (mission_key, id, title, kind, command, path, status, detail) "
    "VALUES ($1, $2, $3, $4, $5, $6, 'pending', $7)"};
constexpr Query k_update_check{
    "UPDATE checks SET title = $3, kind = $4, command = $5, path = $6, detail = $7 WHERE mission_key = $1 AND id = $2"};
constexpr Query k_remove_check{"DELETE FROM checks WHERE mission_key = $1 AND id = $2"};
constexpr Query k_set_back{"UPDATE checks SET status = 'pending' WHERE mission_key = $1 AND status <> 'pending'"};
constexpr Query k_result{
    "UPDATE checks SET status = $3, last_run_at = $4, last_output = $5 WHERE mission_key = $1 AND id = $2"};

Result<AcceptanceCheck*> find_check(MissionRow& row, const model::CheckId& id) {
  auto& checks = row.mission.pack.checks;
  const auto found = std::find_if(checks.begin(), checks.end(), [&](const auto& check) { return check.id == id; });
  if (found == checks.end()) {
    return not_found(cat("mission ", row.mission.id.text, " has no check ", id.text, "; see assay accept"));
  }
  return &*found;
}

std::string described(const AcceptanceCheck& check) {
  return cat(name(check.kind), " check \"", check.title, "\"", check.command ? cat(": ", *check.command) : "",
             check.path ? cat(": ", *check.path) : "");
}

// Ends an edit: results are set back, status derived, one checkpoint written.
Result<void> finish_edit(Change& change, MissionRow& row, std::string title, std::string_view detail,
                         CheckpointKind kind = CheckpointKind::edited) {
  TRY_ASSIGN(const auto set_back, set_back_results(change, row));
  row.pack_changed = true;
  TRY_ASSIGN(const auto told, save_mission(change, row));
  return append(change, row.key, row.mission.id, {kind, std::move(title), lines({detail, set_back, told})});
}

}  // namespace

Result<MissionRow> open_pack(Database& database, const model::MissionId& id) {
  TRY_ASSIGN(auto row, load_mission(database, id));
  if (row.mission.facts.landed || row.mission.facts.closed) {
    return conflict(cat("mission ", id.text, " has landed; its acceptance pack does not change any more"));
  }
  TRY(load_pack(database, row));
  return row;
}

Result<void> write_criteria(Change& change, MissionRow& row, const std::vector<std::string>& criteria) {
  TRY(change.database.run(k_clear_criteria, {row.key}));
  row.pack_edited = true;
  std::int64_t position = 0;
  row.mission.pack.criteria.clear();
  for (const auto& criterion : criteria) {
    auto& kept = row.mission.pack.criteria;
    if (std::find(kept.begin(), kept.end(), criterion) != kept.end()) continue;
    TRY(change.database.run(k_insert_criterion, {row.key, position++, criterion}));
    kept.push_back(criterion);
  }
  return {};
}

Result<std::vector<AcceptanceCheck>> insert_checks(Change& change, MissionRow& row,
                                                   const std::vector<AcceptanceCheck>& checks) {
  auto& present = row.mission.pack.checks;
  std::vector<AcceptanceCheck> added;
  for (const auto& given : checks) {
    if (std::any_of(present.begin(), present.end(), [&](const auto& check) { return same_check(check, given); })) {
      continue;
    }
    AcceptanceCheck check = given;
    check.id = model::CheckId(cat("check-", random_name(10)));
    check.status = AcceptanceStatus::pending;
    check.last_run_at.reset();
    check.last_output.reset();
    TRY(change.database.run(k_insert_check, {row.key, check.id.text, check.title, name(check.kind), check.command,
                                             check.path, check.detail}));
    ++row.checks[AcceptanceStatus::pending];
    row.pack_edited = true;
    present.push_back(check);
    added.push_back(std::move(check));
  }
  return added;
}

Result<std::string> set_back_results(Change& change, MissionRow& row) {
  std::uint32_t total = 0;
  for (const auto n : row.checks.at) total += n;
  const auto stale = total - row.checks[AcceptanceStatus::pending];
  row.results_set_back = true;
  if (stale == 0) return std::string();
  TRY(change.database.run(k_set_back, {row.key}));
  row.checks = {};
  row.checks[AcceptanceStatus::pending] = total;
  row.pack_changed = true;
  for (auto& check : row.mission.pack.checks) check.status = AcceptanceStatus::pending;
  return cat(plural(stale, "acceptance result"), " no longer ", stale == 1 ? "counts" : "count", ": pending again");
}

PackChanges Changes::packs() const { return PackChanges(*this); }

Result<void> PackChanges::set_criteria(const model::MissionId& id, const std::vector<std::string>& criteria,
                                       std::string_view why) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(auto row, open_pack(now.database, id));
    if (row.mission.pack.criteria == criteria) return {};
    TRY(write_criteria(now, row, criteria));
    const auto listed = join(row.mission.pack.criteria, "\n");
    return finish_edit(now, row,
                       cat("Criteria changed: ", plural(row.mission.pack.criteria.size(), "criterion", "criteria")),
                       lines({why, listed}));
  });
}

Result<std::vector<AcceptanceCheck>> PackChanges::add_checks(const model::MissionId& id,
                                                             std::vector<AcceptanceCheck> checks,
                                                             std::string_view why) {
  return m_changes.make([&](Change& now) -> Result<std::vector<AcceptanceCheck>> {
    TRY_ASSIGN(auto row, open_pack(now.database, id));
    TRY_ASSIGN(auto added, insert_checks(now, row, checks));
    if (added.empty()) return added;
    std::string listed;
    for (const auto& check : added) listed += described(check) + "\n";
    TRY(finish_edit(now, row, cat("Added ", plural(added.size(), "check")), lines({why, trim_right(listed)})));
    return added;
  });
}

Result<void> PackChanges::edit_check(const model::MissionId& id, const AcceptanceCheck& check) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(auto row, open_pack(now.database, id));
    TRY_ASSIGN(AcceptanceCheck * kept, find_check(row, check.id));
    const auto before = *kept;
    TRY(now.database.run(k_update_check, {row.key, check.id.text, check.title, name(check.kind), check.command,
                                          check.path, check.detail}));
    if (!same_check(before, check)) TRY(write_removed(now, row.key, before, cat("changed into ", described(check))));
    row.pack_edited = true;
    const bool verifies_else =
        before.kind != check.kind || before.command != check.command || before.path != check.path;
    const auto detail = cat("was: ", described(before), "\nis: ", described(check));
    if (verifies_else) return finish_edit(now, row, cat("Changed check: ", check.title), detail);
    row.pack_changed = true;
    TRY_ASSIGN(const auto told, save_mission(now, row));
    return append(now, row.key, id, {CheckpointKind::edited, cat("Reworded check: ", check.title), detail});
  });
}

Result<void> PackChanges::answer_check(const model::MissionId& id, const model::CheckAnswer& answer) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(auto row, open_pack(now.database, id));
    TRY_ASSIGN(const AcceptanceCheck* kept, find_check(row, answer.check));
    TRY(write_answer(now, row.key, answer));
    return finish_edit(now, row, cat("Answered check: ", kept->title, ": ", name(answer.answer)), answer.reason,
                       CheckpointKind::decided);
  });
}

Result<void> PackChanges::remove_check(const model::MissionId& id, const model::CheckId& check, std::string_view why) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(auto row, open_pack(now.database, id));
    TRY_ASSIGN(const AcceptanceCheck* kept, find_check(row, check));
    TRY(now.database.run(k_remove_check, {row.key, check.text}));
    TRY(write_removed(now, row.key, *kept, why));
    --row.checks[kept->status];
    row.pack_edited = true;
    return finish_edit(now, row, cat("Removed check: ", kept->title),
                       lines({cat(described(*kept), "; it stood at ", name(kept->status)), why}));
  });
}

Result<model::PackStatus> write_results(Change& change, MissionRow& row, std::span<const CheckResult> results,
                                        std::string_view detail) {
  std::string listed;
  for (const auto& result : results) {
    TRY_ASSIGN(AcceptanceCheck * check, find_check(row, result.check));
    TRY(change.database.run(k_result, {row.key, result.check.text, name(result.status), change.now, result.output}));
    --row.checks[check->status];
    ++row.checks[result.status];
    check->status = result.status;
    listed += cat(name(result.status), ": ", check->title, "\n");
  }
  row.pack_changed = true;
  TRY_ASSIGN(const auto told, save_mission(change, row));
  TRY(append(change, row.key, row.mission.id,
             {CheckpointKind::acceptance_verified, cat("Acceptance ", name(row.mission.pack.status)),
              lines({detail, trim_right(listed), told})}));
  return row.mission.pack.status;
}

}  // namespace assay::store
