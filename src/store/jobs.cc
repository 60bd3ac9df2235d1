// What becomes of jobs that were claimed, and which there are. Claiming: claims.cc.
#include "store/jobs.h"

#include "store/database/rows.h"
#include "store/job_rows.h"
#include "store/lanes.h"
#include "store/mission_rows.h"
#include "store/moves.h"
#include "store/plan_tasks.h"
#include "store/proposal_rows.h"
#include "store/question_rows.h"
#include "store/round_rows.h"
#include "store/run_rows.h"

namespace assay::store {

using model::JobKind;

namespace {

constexpr Query k_held{"SELECT key FROM jobs WHERE state = 'leased' AND token = $1"};
constexpr Query k_renew{"UPDATE jobs SET lease_until = $2, updated_at = $3 WHERE token = $1 AND state = 'leased'"};
constexpr Query k_had_by{"SELECT key FROM jobs WHERE state = 'leased' AND worker = $1 AND lease_until > $2"};
constexpr Query k_end_leases{
    "UPDATE jobs SET lease_until = $2, updated_at = $3 WHERE state = 'leased' AND worker = $1 AND lease_until > $2"};
constexpr Query k_job_heartbeat{"UPDATE tasks SET heartbeat_at = $2 WHERE key = $1 AND state = 'running'"};
constexpr Query k_open_jobs{k_job_columns, "WHERE j.state <> 'done' ORDER BY j.key LIMIT $1"};
constexpr Query k_all_jobs{k_job_columns, "ORDER BY j.key DESC LIMIT $1"};
constexpr Query k_open_jobs_of{k_job_columns, "WHERE j.mission_key = $2 AND j.state <> 'done' ORDER BY j.key LIMIT $1"};
constexpr Query k_all_jobs_of{k_job_columns, "WHERE j.mission_key = $2 ORDER BY j.key DESC LIMIT $1"};

Error lost_lease() {
  return conflict(
      "the lease of this job is lost: the task was decided on by someone else, or another worker has taken it over; "
      "nothing was changed");
}

Result<void> add_context(Change& change, const model::TaskId& id, std::string_view text) {
  TRY_ASSIGN(auto row, load_task(change.database, id));
  row.task.context = lines({row.task.context, text});
  return save_context(change, row);
}

Result<void> queue(Change& change, const JobDraft& draft) {
  if (draft.kind == JobKind::task) return internal("jobs of tasks are made by moving the task");
  std::optional<std::int64_t> mission_key;
  if (!draft.mission.empty()) {
    TRY_ASSIGN(const auto mission, load_mission(change.database, draft.mission));
    mission_key = mission.key;
  }
  return insert_job(change, draft, mission_key);
}

Result<void> apply(Change& change, const JobRow& row, const JobFinish& finish) {
  if (finish.run) TRY(write_run_end(change, finish.run->first, finish.run->second));
  for (const auto& progress : finish.progress) TRY(note_progress(change, progress));
  if (finish.plan) TRY(attach_plan(change, row.job.mission, *finish.plan, finish.plan_text));
  if (finish.proposal && row.mission_key) {
    TRY(save_proposal(change, *row.mission_key, finish.proposal->plan, finish.proposal->agent));
  }
  for (const auto& [task, text] : finish.contexts) TRY(add_context(change, task, text));
  for (const auto& round : finish.rounds) TRY(write_round(change, round));
  for (const auto& question : finish.questions) TRY(write_question(change, question));
  // Before the moves: what is held is not verified because its last task ends.
  if (!finish.hold.empty() && row.mission_key) {
    TRY_ASSIGN(auto mission, load_mission(change.database, *row.mission_key));
    TRY(hold_mission(change, mission, finish.hold));
  }
  for (const auto& move : finish.moves) TRY(make_move(change, move));
  for (const auto& draft : finish.tasks) TRY(add_task(change, draft));
  for (const auto& draft : finish.jobs) TRY(queue(change, draft));
  if (finish.retries > 0 && row.mission_key) TRY(use_retries(change, *row.mission_key, finish.retries));
  if (finish.again_at) {
    return requeue_job(change, row.job.key, *finish.again_at,
                       finish.payload.empty() ? row.job.payload : finish.payload);
  }
  return close_job(change, row.job.key, finish.result);
}

}  // namespace

Jobs Store::jobs() const { return Jobs(*m_database); }
JobChanges Changes::jobs() const { return JobChanges(*this); }

Result<void> JobChanges::find_forgotten() {
  TRY_ASSIGN(const auto forgotten, forgotten_lanes(m_changes.database()));
  if (forgotten.empty()) return {};
  return m_changes.make([](Change& change) { return wake_forgotten_lanes(change.database); });
}

Result<void> JobChanges::renew(std::string_view token, std::int64_t lease_ms) {
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(const auto row, leased_job(now.database, token));
    if (!row) return lost_lease();
    TRY(now.database.run(k_renew, {token, now.now.ms + lease_ms, now.now}));
    if (row->task_key) TRY(now.database.run(k_job_heartbeat, {*row->task_key, now.now}));
    return {};
  });
}

Result<void> JobChanges::end_leases(std::string_view worker) {
  TRY_ASSIGN(const auto any, (first<std::int64_t>(m_changes.database(), k_had_by, {worker, m_changes.now()},
                                                  [](Columns& columns) { return columns.integer(); })));
  if (!any) return {};
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY(now.database.run(k_end_leases, {worker, now.now.ms - 1, now.now}));
    return {};
  });
}

Result<bool> Jobs::is_leased(std::string_view token) const {
  TRY_ASSIGN(const auto key,
             (first<std::int64_t>(m_database, k_held, {token}, [](Columns& c) { return c.integer(); })));
  return key.has_value();
}

Result<void> JobChanges::finish(std::string_view token, const JobFinish& finish) {
  if (finish.plan) TRY(check_plan(*finish.plan));
  return m_changes.make([&](Change& now) -> Result<void> {
    TRY_ASSIGN(const auto row, leased_job(now.database, token));
    if (!row) return lost_lease();
    return apply(now, *row, finish);
  });
}

Result<void> JobChanges::enqueue(const JobDraft& draft) {
  return m_changes.make([&](Change& now) { return queue(now, draft); });
}

Result<std::vector<model::Job>> Jobs::list(const JobFilter& filter) const {
  std::vector<model::Job> out;
  const OnRow on_row = [&](const Row& row) -> Result<Flow> {
    TRY_ASSIGN(auto read, read_job_row(row));
    out.push_back(std::move(read.job));
    return Flow::go_on;
  };
  return transact(m_database, Access::read, [&]() -> Result<std::vector<model::Job>> {
    if (filter.mission.empty()) {
      TRY(m_database.each(filter.done ? k_all_jobs : k_open_jobs, {filter.limit}, on_row));
      return std::move(out);
    }
    TRY_ASSIGN(const auto mission, load_mission(m_database, filter.mission));
    TRY(m_database.each(filter.done ? k_all_jobs_of : k_open_jobs_of, {filter.limit, mission.key}, on_row));
    return std::move(out);
  });
}

}  // namespace assay::store
