// The store's own identity, and histories that it is known to have lost.
#include "store/change.h"
#include "store/rows.h"
#include "store/store.h"

namespace assay::store {

namespace {

constexpr Query k_id{"SELECT i.id, intact(identity i) FROM identity i"};
constexpr Query k_place{"SELECT coalesce(max(key), 0) FROM checkpoints"};
constexpr Query k_written{
    "SELECT m.id, h.count, h.hash FROM chain_heads h JOIN missions m ON m.key = h.mission_key "
    "WHERE m.key IN (SELECT DISTINCT mission_key FROM checkpoints WHERE key > $1) ORDER BY m.key"};
constexpr Query k_accept{
    "INSERT INTO accepted_losses (mission_id, actor, reason, accepted_at) SELECT $1, $2, $3, $4 "
    "WHERE NOT EXISTS (SELECT 1 FROM accepted_losses WHERE mission_id = $1)"};
constexpr Query k_accepted{
    "SELECT l.mission_id, l.actor, l.reason, l.accepted_at, intact(accepted_losses l) FROM accepted_losses l "
    "ORDER BY l.mission_id"};

}  // namespace

Result<std::string> Store::id() {
  TRY_ASSIGN(auto found, (first<std::string>(*m_database, k_id, {}, [](Columns& columns) { return columns.text(); })));
  if (!found || found->empty()) return corrupt("the store has lost its identity; run assay doctor");
  return std::move(*found);
}

Result<Store::Written> Store::written_after(std::int64_t place) {
  return transact(*m_database, Access::read, [&]() -> Result<Written> {
    Written out;
    TRY_ASSIGN(const auto last,
               (first<std::int64_t>(*m_database, k_place, {}, [](Columns& c) { return c.integer(); })));
    out.place = last.value_or(0);
    if (out.place <= place) return out;
    TRY(m_database->each(k_written, {place}, [&](const Row& row) -> Result<Flow> {
      out.heads.push_back({model::MissionId(std::string(row.text(0))), static_cast<std::uint64_t>(row.integer(1)),
                           std::string(row.text(2))});
      return Flow::go_on;
    }));
    return out;
  });
}

Result<void> Store::accept_losses(const std::vector<std::string>& missions, std::string_view reason,
                                  std::string_view actor) {
  return change(actor, [&](Change& now) -> Result<void> {
    for (const auto& mission : missions) TRY(now.database.run(k_accept, {mission, now.actor, reason, now.now}));
    return {};
  });
}

Result<std::vector<Store::Loss>> Store::accepted_losses() {
  std::vector<Loss> out;
  TRY(m_database->each(k_accepted, {}, [&](const Row& row) -> Result<Flow> {
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
