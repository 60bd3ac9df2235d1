#include "store/waivers.h"

#include <algorithm>

#include "store/database/rows.h"
#include "store/mission_rows.h"
#include "store/pack_rows.h"

namespace assay::store {

namespace {

constexpr Query k_insert_waiver{
    "INSERT INTO waivers (mission_key, rule, path, finding, reason, actor, created_at) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7)"};
constexpr Query k_waivers{
    "SELECT w.rule, w.path, w.finding, w.reason, w.actor, intact(waivers w) FROM waivers w "
    "JOIN missions m ON m.key = w.mission_key WHERE m.id = $1 ORDER BY w.key"};

Result<std::vector<model::Waiver>> read_waivers(Database& database, const model::MissionId& mission) {
  std::vector<model::Waiver> out;
  TRY(database.each(k_waivers, {mission.text}, [&](const Row& row) -> Result<Flow> {
    Columns columns(row);
    model::Waiver waiver;
    waiver.origin = model::WaiverOrigin::mission;
    waiver.rule = columns.text();
    waiver.path = columns.text();
    waiver.finding = columns.text();
    waiver.reason = columns.text();
    waiver.by = columns.text();
    waiver.where = cat("mission ", mission.text);
    out.push_back(std::move(waiver));
    return Flow::go_on;
  }));
  return out;
}

bool is_same(const model::Waiver& a, const model::Waiver& b) {
  return a.rule == b.rule && a.path == b.path && a.finding == b.finding;
}

}  // namespace

Waivers Store::waivers() const { return Waivers(*m_database); }
WaiverChanges Changes::waivers() const { return WaiverChanges(*this); }

Result<std::vector<model::Waiver>> Waivers::of(const model::MissionId& mission) const {
  return read_waivers(m_database, mission);
}

Result<void> WaiverChanges::add(const model::MissionId& mission, const model::Waiver& waiver) {
  return m_changes.make([&](Change& now) -> Result<void> {
    if (!std::string_view(now.actor).starts_with("person:"))
      return invalid_input(cat("only a person waives a finding, and this is ", now.actor));
    TRY_ASSIGN(auto row, open_pack(now.database, mission));
    TRY_ASSIGN(const auto before, read_waivers(now.database, mission));
    if (std::any_of(before.begin(), before.end(), [&](const auto& kept) { return is_same(kept, waiver); }))
      return conflict(cat(subject_of(waiver), " is waived already in mission ", mission.text));
    TRY(now.database.run(k_insert_waiver,
                         {row.key, waiver.rule, waiver.path, waiver.finding, waiver.reason, now.actor, now.now}));
    TRY_ASSIGN(const auto set_back, set_back_results(now, row));
    TRY_ASSIGN(const auto told, save_mission(now, row));
    return append(
        now, row.key, mission,
        {model::CheckpointKind::decided, cat("Waived: ", subject_of(waiver)), lines({waiver.reason, set_back, told})});
  });
}

}  // namespace assay::store
