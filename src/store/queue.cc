#include "store/queue.h"

#include "store/database/rows.h"
#include "store/mission_rows.h"
#include "store/pack_rows.h"

namespace assay::store {

using model::QueueEntry;
using model::QueueRun;
using model::QueueState;

namespace {

constexpr std::string_view k_entry =
    "SELECT m.id, m.title, m.target_branch, q.state, q.finding, q.actor, q.added_at, q.finished_at, "
    "intact(queue q), intact(missions m) FROM queue q JOIN missions m ON m.key = q.mission_key ";
constexpr Query k_waiting_entries{k_entry, "WHERE q.state = 'waiting' ORDER BY q.key"};
constexpr Query k_settled{k_entry, "WHERE q.state <> 'waiting' ORDER BY q.finished_at DESC, q.key DESC LIMIT $1"};
constexpr Query k_add{"INSERT INTO queue (mission_key, state, actor, added_at) VALUES ($1, 'waiting', $2, $3)"};
constexpr Query k_waits{"SELECT key FROM queue WHERE mission_key = $1 AND state = 'waiting'"};
constexpr Query k_settle{
    "UPDATE queue SET state = $2, finding = $3, finished_at = $4 WHERE mission_key = $1 AND state = 'waiting'"};
constexpr Query k_begin{
    "INSERT INTO queue_runs (target_branch, target_commit, commit_id, missions, started_at) "
    "VALUES ($1, $2, $3, $4, $5) RETURNING key"};
constexpr Query k_end_queue_run{
    "UPDATE queue_runs SET outcome = $2, reason = $3, report = $4, finished_at = $5 WHERE key = $1"};
constexpr Query k_runs{
    "SELECT r.key, r.target_branch, r.target_commit, r.commit_id, r.missions, r.outcome, r.reason, r.report, "
    "r.started_at, r.finished_at, intact(queue_runs r) FROM queue_runs r ORDER BY r.key DESC LIMIT $1"};

Result<std::vector<QueueEntry>> read_entries(Database& database, const Query& query, Params params) {
  std::vector<QueueEntry> out;
  TRY(database.each(query, params, [&](const Row& found) -> Result<Flow> {
    Columns columns(found);
    QueueEntry entry;
    entry.mission = model::MissionId(columns.text());
    entry.title = columns.text();
    entry.target_branch = columns.text();
    entry.state = columns.named(model::queue_state_named);
    entry.finding = columns.text();
    entry.actor = columns.text();
    entry.added_at = columns.time();
    entry.finished_at = columns.maybe_time();
    if (auto known = columns.done("an entry of the queue"); !known) return known.error();
    out.push_back(std::move(entry));
    return Flow::go_on;
  }));
  return out;
}

std::string joined(const std::vector<model::MissionId>& missions) {
  std::string out;
  for (const auto& mission : missions) out += cat(out.empty() ? "" : " ", mission.text);
  return out;
}

std::vector<model::MissionId> parted(std::string_view text) {
  std::vector<model::MissionId> out;
  for (const auto word : split(text, ' ')) {
    if (!word.empty()) out.emplace_back(std::string(word));
  }
  return out;
}

// What the queue found outranks what was verified alone: results of before no longer count, so that the mission is
// verified again before it lands. A line for the checkpoint; empty: it was not ready to land anyway.
Result<std::string> withdraw(Change& change, MissionRow& row) {
  if (row.mission.status != model::MissionStatus::ready_to_land) return std::string();
  TRY_ASSIGN(const auto set_back, set_back_results(change, row));
  TRY_ASSIGN(const auto told, save_mission(change, row));
  return lines({set_back, told});
}

Result<void> leave(Change& change, MissionRow& row, QueueState state, std::string_view finding) {
  TRY_ASSIGN(const auto changed, change.database.run(k_settle, {row.key, name(state), finding, change.now}));
  if (changed == 0) return conflict(cat("mission ", row.mission.id.text, " is not in the queue; see assay queue list"));
  std::string withdrawn;
  if (state == QueueState::evicted) {
    TRY_ASSIGN(withdrawn, withdraw(change, row));
  }
  return append(change, row.key, row.mission.id,
                {model::CheckpointKind::decided, cat("Left the queue: ", name(state)), lines({finding, withdrawn})});
}

Result<void> enter(Change& change, const model::MissionId& id) {
  TRY_ASSIGN(const auto row, load_mission(change.database, id));
  if (row.mission.status != model::MissionStatus::ready_to_land) {
    return conflict(cat("mission ", id.text, " is ", name(row.mission.status),
                        ", not ready_to_land; verify it first (assay verify ", id.text, ")"));
  }
  TRY_ASSIGN(const auto waits,
             (first<std::int64_t>(change.database, k_waits, {row.key}, [](Columns& c) { return c.integer(); })));
  if (waits) return conflict(cat("mission ", id.text, " is in the queue already; see assay queue list"));
  TRY(change.database.run(k_add, {row.key, change.actor, change.now}));
  return append(change, row.key, id, {model::CheckpointKind::decided, "Queued for landing", cat("by ", change.actor)});
}

}  // namespace

Queue Store::queue() const { return Queue(*m_database); }
QueueChanges Changes::queue() const { return QueueChanges(*this); }

Result<void> QueueChanges::add(const std::vector<model::MissionId>& ids) {
  return m_changes.make([&](Change& now) -> Result<void> {
    for (const auto& id : ids) TRY(enter(now, id));
    return {};
  });
}

Result<void> QueueChanges::remove(const model::MissionId& id, std::string_view reason) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(auto row, load_mission(now.database, id));
    return leave(now, row, QueueState::removed, reason);
  });
}

Result<void> QueueChanges::settle(const model::MissionId& id, QueueState state, std::string_view finding) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(auto row, load_mission(now.database, id));
    return leave(now, row, state, finding);
  });
}

Result<std::vector<QueueEntry>> Queue::waiting() const { return read_entries(m_database, k_waiting_entries, {}); }

Result<std::vector<QueueEntry>> Queue::history(std::uint32_t limit) const {
  return read_entries(m_database, k_settled, {limit});
}

Result<std::int64_t> QueueChanges::begin_run(const QueueRun& run) {
  return m_changes.make([&](Change& now) -> Result<std::int64_t> {
    return insert(now.database, k_begin,
                  {run.target_branch, run.target_commit, run.commit, joined(run.missions), now.now});
  });
}

Result<void> QueueChanges::end_run(std::int64_t key, std::string_view outcome, std::string_view reason,
                                   std::string_view report) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY(now.database.run(k_end_queue_run, {key, outcome, reason, report, now.now}));
    return {};
  });
}

Result<std::vector<QueueRun>> Queue::runs(std::uint32_t limit) const {
  std::vector<QueueRun> out;
  TRY(m_database.each(k_runs, {limit}, [&](const Row& found) -> Result<Flow> {
    Columns columns(found);
    QueueRun run;
    run.key = columns.integer();
    run.target_branch = columns.text();
    run.target_commit = columns.text();
    run.commit = columns.text();
    run.missions = parted(columns.view());
    run.outcome = columns.text();
    run.reason = columns.text();
    run.report = columns.text();
    run.started_at = columns.time();
    run.finished_at = columns.maybe_time();
    out.push_back(std::move(run));
    return Flow::go_on;
  }));
  return out;
}

}  // namespace assay::store
