#include "store/job_rows.h"

#include "base/hash.h"
#include "store/database/rows.h"
#include "store/jobs.h"

namespace assay::store {

using model::TaskState;

namespace {

constexpr Query k_by_token{k_job_columns, "WHERE j.state = 'leased' AND j.token = $1"};
// Few jobs are leased, and there is an index of those. Ordered by the plain key, all jobs there ever were would be
// read.
constexpr Query k_expired{k_job_columns,
                          "WHERE j.state = 'leased' AND j.lease_until < $1 AND +j.key > $2 ORDER BY +j.key LIMIT 1"};

// Queued once, whoever asks.
constexpr Query k_enqueue_task{
    "INSERT INTO jobs (kind, name, lane, mission_key, task_key, checks, state, not_before, created_at, updated_at) "
    "SELECT 'task', 'task:' || t.id, coalesce(t.mission_key, c.mission_key, 0), "
    "coalesce(t.mission_key, c.mission_key), t.key, CASE WHEN t.checker_for_key IS NULL THEN 0 ELSE 1 END, 'queued', "
    "$2, $3, $3 FROM tasks t LEFT JOIN tasks c ON c.key = t.checker_for_key WHERE t.key = $1 AND NOT EXISTS "
    "(SELECT 1 FROM jobs j WHERE j.name = 'task:' || t.id AND j.state <> 'done')"};
constexpr Query k_enqueue{
    "INSERT INTO jobs (kind, name, lane, mission_key, state, not_before, payload, created_at, updated_at) "
    "VALUES ($1, $2, $3, $4, 'queued', $5, $6, $7, $7)"};
constexpr Query k_open_named{"SELECT key FROM jobs WHERE name = $1 AND state <> 'done'"};
constexpr Query k_sooner{
    "UPDATE jobs SET not_before = $2, updated_at = $3 WHERE key = $1 AND state = 'queued' AND not_before > $2"};

// "Not done" is what the index by name is about; without it all queued jobs would be looked at.
constexpr Query k_drop_queued{
    "UPDATE jobs SET state = 'done', result = $2, updated_at = $3 "
    "WHERE name = $1 AND state <> 'done' AND state = 'queued'"};
constexpr Query k_drop_leased{
    "UPDATE jobs SET state = 'done', result = $2, updated_at = $3, token = NULL, lease_until = NULL "
    "WHERE name = $1 AND state <> 'done' AND state = 'leased'"};
constexpr Query k_lease{
    "UPDATE jobs SET state = 'leased', worker = $2, token = $3, lease_until = $4, tries = $5, lost = $6, "
    "updated_at = $7 WHERE key = $1"};
constexpr Query k_close{
    "UPDATE jobs SET state = 'done', result = $2, updated_at = $3, token = NULL, lease_until = NULL WHERE key = $1"};
constexpr Query k_requeue{
    "UPDATE jobs SET state = 'queued', not_before = $2, payload = $3, updated_at = $4, token = NULL, "
    "lease_until = NULL WHERE key = $1"};

constexpr Query k_standing{"SELECT state, parent_key FROM tasks WHERE key = $1"};
constexpr Query k_waits_for_task{
    "SELECT 1 FROM task_dependencies d JOIN tasks t ON t.key = d.dependency_key "
    "WHERE d.task_key = $1 AND NOT (t.state = 'completed' AND t.seal IS NOT DISTINCT FROM row_seal(tasks t)) LIMIT 1"};
constexpr Query k_waits_for_subtask{
    "SELECT 1 FROM tasks WHERE parent_key = $1 AND state <> 'completed' AND state <> 'cancelled' LIMIT 1"};
constexpr Query k_waiting_jobs{"SELECT task_key FROM task_dependencies WHERE dependency_key = $1 ORDER BY task_key"};
constexpr Query k_subtasks{"SELECT key FROM tasks WHERE parent_key = $1 ORDER BY key"};

Result<bool> any(Database& database, const Query& query, std::int64_t key) {
  TRY_ASSIGN(const auto found, (first<std::int64_t>(database, query, {key}, [](Columns& c) { return c.integer(); })));
  return found.has_value();
}

Result<std::vector<std::int64_t>> keys(Database& database, const Query& query, std::int64_t key) {
  std::vector<std::int64_t> out;
  TRY(database.each(query, {key}, [&](const Row& row) -> Result<Flow> {
    out.push_back(row.integer(0));
    return Flow::go_on;
  }));
  return out;
}

struct Standing {
  TaskState state = TaskState::pending;
  std::optional<std::int64_t> parent;
};
Result<Standing> standing_of(Database& database, std::int64_t key) {
  TRY_ASSIGN(auto found, (first<Standing>(database, k_standing, {key}, [](Columns& c) {
               Standing out;
               out.state = c.named(model::task_state_named);
               out.parent = c.maybe_integer();
               return out;
             })));
  if (!found) return corrupt("the store has lost a task; run assay doctor");
  return *found;
}

// A parent is the last of its parts: it waits for its subtasks. They wait for what it waits for.
Result<bool> is_due(Database& database, std::int64_t key) {
  TRY_ASSIGN(auto at, standing_of(database, key));
  if (at.state != TaskState::pending) return false;
  TRY_ASSIGN(const bool has_open_parts, any(database, k_waits_for_subtask, key));
  if (has_open_parts) return false;
  while (true) {
    TRY_ASSIGN(const bool waits, any(database, k_waits_for_task, key));
    if (waits) return false;
    if (!at.parent) return true;
    key = *at.parent;
    TRY_ASSIGN(at, standing_of(database, key));
  }
}

// A dependency of `key` or of what it is part of was completed.
Result<void> open_up(Change& change, std::int64_t key, Time not_before) {
  TRY(enqueue_if_due(change, key, not_before));
  TRY_ASSIGN(const auto parts, keys(change.database, k_subtasks, key));
  for (const auto part : parts) TRY(open_up(change, part, not_before));
  return {};
}

model::Job read_job(Columns& columns, JobRow& row) {
  model::Job job;
  job.key = columns.integer();
  row.lane = columns.integer();
  row.mission_key = columns.maybe_integer();
  row.task_key = columns.maybe_integer();
  job.kind = columns.named(model::job_kind_named);
  job.state = columns.named(model::job_state_named);
  job.name = columns.text();
  job.mission = model::MissionId(columns.text());
  job.task = model::TaskId(columns.text());
  job.checks = columns.flag();
  job.not_before = columns.time();
  job.tries = columns.count();
  job.lost = columns.count();
  job.worker = columns.text();
  job.token = columns.text();
  job.lease_until = columns.maybe_time();
  job.payload = columns.text();
  job.result = columns.text();
  job.created_at = columns.time();
  job.updated_at = columns.time();
  return job;
}

}  // namespace

Result<JobRow> read_job_row(const Row& row) {
  Columns columns(row);
  JobRow out;
  out.job = read_job(columns, out);
  TRY(columns.done(cat("job ", out.job.key)));
  return out;
}

namespace {

Result<std::optional<JobRow>> one(Database& database, const Query& query, Params params) {
  std::optional<JobRow> found;
  TRY(database.each(query, params, [&](const Row& row) -> Result<Flow> {
    TRY_ASSIGN(found, read_job_row(row));
    return Flow::stop;
  }));
  return found;
}

}  // namespace

Result<void> enqueue_if_due(Change& change, std::int64_t task_key, Time not_before) {
  TRY_ASSIGN(const bool due, is_due(change.database, task_key));
  if (!due) return {};
  TRY(change.database.run(k_enqueue_task, {task_key, not_before, change.now}));
  return {};
}

Result<void> follow_move(Change& change, const TaskRow& row, TaskState before, Time not_before) {
  const auto state = row.task.state;
  if (state == before) return {};
  const auto job = cat("task:", row.task.id.text);
  const auto result = cat("{\"task\":\"", name(state), "\"}");
  if (before == TaskState::pending) TRY(change.database.run(k_drop_queued, {job, result, change.now}));
  if (before == TaskState::running) TRY(change.database.run(k_drop_leased, {job, result, change.now}));
  if (state == TaskState::pending) TRY(enqueue_if_due(change, row.key, not_before));
  if (state == TaskState::completed) {
    TRY_ASSIGN(const auto waiting, keys(change.database, k_waiting_jobs, row.key));
    for (const auto key : waiting) TRY(open_up(change, key, change.now));
  }
  const bool gone = state == TaskState::completed || state == TaskState::cancelled;
  if (gone && row.parent_key) TRY(enqueue_if_due(change, *row.parent_key, change.now));
  return {};
}

Result<void> insert_job(Change& change, const JobDraft& draft, std::optional<std::int64_t> mission_key) {
  if (!draft.name.empty()) {
    TRY_ASSIGN(const auto open, (first<std::int64_t>(change.database, k_open_named, {draft.name},
                                                     [](Columns& c) { return c.integer(); })));
    if (open && draft.not_before) TRY(change.database.run(k_sooner, {*open, *draft.not_before, change.now}));
    if (open) return {};
  }
  const std::optional<std::string_view> job_name =
      draft.name.empty() ? std::nullopt : std::optional<std::string_view>(draft.name);
  TRY(change.database.run(k_enqueue, {name(draft.kind), job_name, mission_key.value_or(0), mission_key,
                                      draft.not_before.value_or(change.now),
                                      draft.payload.empty() ? std::string_view("{}") : draft.payload, change.now}));
  return {};
}

Result<void> enqueue_verification(Change& change, std::int64_t mission_key, const model::MissionId& mission) {
  JobDraft draft;
  draft.kind = model::JobKind::verify;
  draft.name = cat("verify:", mission.text);
  return insert_job(change, draft, mission_key);
}

Result<std::optional<JobRow>> leased_job(Database& database, std::string_view token) {
  return one(database, k_by_token, {token});
}

Result<std::optional<JobRow>> expired_job(Database& database, Time now, std::int64_t after_key) {
  return one(database, k_expired, {now, after_key});
}

Result<void> lease_job(Change& change, JobRow& row, std::string_view worker, std::int64_t lease_ms) {
  auto& job = row.job;
  job.state = model::JobState::leased;
  job.worker = worker;
  job.token = random_name(24);
  job.lease_until = Time{change.now.ms + lease_ms};
  job.tries += 1;
  TRY(change.database.run(k_lease, {job.key, job.worker, job.token, job.lease_until, job.tries, job.lost, change.now}));
  return {};
}

Result<void> close_job(Change& change, std::int64_t key, std::string_view result) {
  TRY(change.database.run(k_close, {key, result, change.now}));
  return {};
}

Result<void> requeue_job(Change& change, std::int64_t key, Time not_before, std::string_view payload) {
  TRY(change.database.run(k_requeue, {key, not_before, payload, change.now}));
  return {};
}

}  // namespace assay::store
