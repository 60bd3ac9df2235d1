// Histories that the store is known to have lost.
#include "store/change.h"
#include "store/database/rows.h"
#include "store/history.h"

namespace assay::store {

namespace {

constexpr Query k_accept{
    "INSERT INTO accepted_losses (mission_id, actor, reason, accepted_at) SELECT $1, $2, $3, $4 "
    "WHERE NOT EXISTS (SELECT 1 FROM accepted_losses WHERE mission_id = $1)"};
constexpr Query k_accepted{
    "SELECT l.mission_id, l.actor, l.reason, l.accepted_at, intact(accepted_losses l) FROM accepted_losses l "
    "ORDER BY l.mission_id"};

}  // namespace

Result<void> HistoryChanges::accept_losses(const std::vector<std::string>& missions, std::string_view reason) {
  return m_changes.make([&](Change& now) -> Result<void> {
    for (const auto& mission : missions) TRY(now.database.run(k_accept, {mission, now.actor, reason, now.now}));
    return {};
  });
}

Result<std::vector<Loss>> History::accepted_losses() const {
  std::vector<Loss> out;
  TRY(m_database.each(k_accepted, {}, [&](const Row& row) -> Result<Flow> {
    Columns columns(row);
    Loss loss;
    loss.mission = columns.text();
    loss.actor = columns.text();
    loss.reason = columns.text();
    loss.accepted_at = columns.time();
    out.push_back(std::move(loss));
    return Flow::go_on;
  }));
  return out;
}

}  // namespace assay::store
