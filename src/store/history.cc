// Checkpoints. Their ids follow from mission and number ("checkpoint-<mission>-<number>"), which are
// unique together, so no index over random ids has to be kept for a table that only grows.
#include "store/history.h"

#include "store/database/rows.h"
#include "store/mission_rows.h"

namespace assay::store {

using model::Checkpoint;

namespace {

constexpr size_t k_longest_mark_title = 300;
constexpr size_t k_longest_mark_detail = 16 * 1024;

constexpr Query k_read_head{"SELECT count, hash FROM chain_heads WHERE mission_key = $1"};
constexpr Query k_insert_head{"INSERT INTO chain_heads (mission_key, count, hash) VALUES ($1, $2, $3)"};
constexpr Query k_move_head{"UPDATE chain_heads SET count = $2, hash = $3 WHERE mission_key = $1"};
constexpr Query k_insert_checkpoint{
    "INSERT INTO checkpoints (mission_key, number, id, kind, title, detail, task_id, created_at, actor, "
    "previous_hash, hash) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"};
constexpr std::string_view k_checkpoint_columns =
    "SELECT id, number, kind, title, detail, task_id, created_at, actor, previous_hash, hash FROM checkpoints ";
constexpr Query k_checkpoints_after{k_checkpoint_columns,
                                    "WHERE mission_key = $1 AND number > $2 ORDER BY number LIMIT $3"};
constexpr Query k_whole{k_checkpoint_columns, "WHERE mission_key = $1 ORDER BY number"};
constexpr Query k_heads{
    "SELECT m.id, coalesce(h.count, 0), coalesce(h.hash, $1) FROM missions m "
    "LEFT JOIN chain_heads h ON h.mission_key = m.key ORDER BY m.key"};
constexpr Query k_place{"SELECT coalesce(max(key), 0) FROM checkpoints"};
constexpr Query k_written{
    "SELECT m.id, h.count, h.hash FROM chain_heads h JOIN missions m ON m.key = h.mission_key "
    "WHERE m.key IN (SELECT DISTINCT mission_key FROM checkpoints WHERE key > $1) ORDER BY m.key"};
constexpr Query k_missions{"SELECT key, id FROM missions ORDER BY id"};

Result<audit::Head> load_head(Database& database, std::int64_t mission_key, const model::MissionId& mission) {
  audit::Head head{mission, 0, std::string(audit::k_first_previous)};
  TRY(database.each(k_read_head, {mission_key}, [&](const Row& row) -> Result<Flow> {
    head.count = static_cast<std::uint64_t>(row.integer(0));
    head.hash = row.text(1);
    return Flow::stop;
  }));
  return head;
}

Result<Checkpoint> read_checkpoint(const Row& row, const model::MissionId& mission) {
  Columns columns(row);
  Checkpoint out;
  out.id = model::CheckpointId(columns.text());
  out.mission = mission;
  out.number = static_cast<std::uint64_t>(columns.integer());
  out.kind = columns.named(model::checkpoint_kind_named);
  out.title = columns.text();
  out.detail = columns.text();
  out.task = model::TaskId(columns.text());
  out.created_at = columns.time();
  out.actor = columns.text();
  out.previous_hash = columns.text();
  out.hash = columns.text();
  TRY(columns.done(cat("checkpoint ", out.number, " of ", mission.text)));
  return out;
}

model::CheckpointId checkpoint_id(const model::MissionId& mission, std::uint64_t number) {
  std::string_view name = mission.text;
  if (name.starts_with("mission-")) name.remove_prefix(8);
  return model::CheckpointId(cat("checkpoint-", name, "-", number));
}

Result<void> walk_one(Database& database, std::int64_t key, const model::MissionId& mission,
                      const std::function<Result<void>(const Checkpoint&)>& on_checkpoint,
                      const std::function<Result<void>(const audit::Head&)>& on_head) {
  const OnRow on_row = [&](const Row& row) -> Result<Flow> {
    TRY_ASSIGN(const auto checkpoint, read_checkpoint(row, mission));
    TRY(on_checkpoint(checkpoint));
    return Flow::go_on;
  };
  TRY(database.each(k_whole, {key}, on_row));
  TRY_ASSIGN(const auto head, load_head(database, key, mission));
  return on_head(head);
}

}  // namespace

std::string lines(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const auto part : parts) {
    if (part.empty()) continue;
    if (!out.empty()) out += '\n';
    out += part;
  }
  return out;
}

Result<void> append(Change& change, std::int64_t mission_key, const model::MissionId& mission, const Mark& mark) {
  TRY_ASSIGN(const auto head, load_head(change.database, mission_key, mission));
  Checkpoint checkpoint;
  checkpoint.id = checkpoint_id(mission, head.count + 1);
  checkpoint.kind = mark.kind;
  checkpoint.title = excerpt(to_utf8(mark.title), k_longest_mark_title);
  checkpoint.detail = excerpt(to_utf8(mark.detail), k_longest_mark_detail);
  checkpoint.task = mark.task;
  checkpoint.created_at = change.now;
  checkpoint.actor = change.actor;
  const auto next = audit::append(head, checkpoint);
  TRY(change.database.run(
      k_insert_checkpoint,
      {mission_key, checkpoint.number, checkpoint.id.text, name(checkpoint.kind), checkpoint.title, checkpoint.detail,
       checkpoint.task.text, checkpoint.created_at, checkpoint.actor, checkpoint.previous_hash, checkpoint.hash}));
  TRY(change.database.run(k_move_head, {mission_key, next.count, next.hash}));
  return {};
}

Result<void> insert_head(Change& change, std::int64_t mission_key) {
  TRY(change.database.run(k_insert_head, {mission_key, 0, audit::k_first_previous}));
  return {};
}

History Store::history() const { return History(*m_database); }
HistoryChanges Changes::history() const { return HistoryChanges(*this); }

Result<std::vector<Checkpoint>> History::checkpoints(const model::MissionId& id, std::uint64_t after_number,
                                                     std::uint32_t limit) const {
  return transact(m_database, Access::read, [&]() -> Result<std::vector<Checkpoint>> {
    TRY_ASSIGN(const auto row, load_mission(m_database, id));
    std::vector<Checkpoint> out;
    TRY(m_database.each(k_checkpoints_after, {row.key, after_number, limit}, [&](const Row& found) -> Result<Flow> {
      TRY_ASSIGN(auto checkpoint, read_checkpoint(found, id));
      out.push_back(std::move(checkpoint));
      return Flow::go_on;
    }));
    return out;
  });
}

Result<audit::Head> History::head(const model::MissionId& id) const {
  return transact(m_database, Access::read, [&]() -> Result<audit::Head> {
    TRY_ASSIGN(const auto row, load_mission(m_database, id));
    return load_head(m_database, row.key, id);
  });
}

Result<std::vector<audit::Head>> History::heads() const {
  return transact(m_database, Access::read, [&]() -> Result<std::vector<audit::Head>> {
    std::vector<audit::Head> out;
    TRY(m_database.each(k_heads, {audit::k_first_previous}, [&](const Row& row) -> Result<Flow> {
      out.push_back({model::MissionId(std::string(row.text(0))), static_cast<std::uint64_t>(row.integer(1)),
                     std::string(row.text(2))});
      return Flow::go_on;
    }));
    return out;
  });
}

Result<std::int64_t> History::place() const {
  TRY_ASSIGN(const auto last, (first<std::int64_t>(m_database, k_place, {}, [](Columns& c) { return c.integer(); })));
  return last.value_or(0);
}

Result<Written> History::written_after(std::int64_t after) const {
  return transact(m_database, Access::read, [&]() -> Result<Written> {
    Written out;
    TRY_ASSIGN(out.place, place());
    if (out.place <= after) return out;
    TRY(m_database.each(k_written, {after}, [&](const Row& row) -> Result<Flow> {
      out.heads.push_back({model::MissionId(std::string(row.text(0))), static_cast<std::uint64_t>(row.integer(1)),
                           std::string(row.text(2))});
      return Flow::go_on;
    }));
    return out;
  });
}

Result<void> History::walk(const std::optional<model::MissionId>& only,
                           const std::function<Result<void>(const Checkpoint&)>& on_checkpoint,
                           const std::function<Result<void>(const audit::Head&)>& on_head) const {
  return transact(m_database, Access::read, [&]() -> Result<void> {
    if (only) {
      TRY_ASSIGN(const auto row, load_mission(m_database, *only));
      return walk_one(m_database, row.key, *only, on_checkpoint, on_head);
    }
    return m_database.each(k_missions, {}, [&](const Row& row) -> Result<Flow> {
      const model::MissionId mission{std::string(row.text(1))};
      TRY(walk_one(m_database, row.integer(0), mission, on_checkpoint, on_head));
      return Flow::go_on;
    });
  });
}

}  // namespace assay::store
