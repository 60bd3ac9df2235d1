// Leasing jobs. A claim is one transaction: it looks for a lease that ran out, then for the mission
// that was served longest ago and has something to do, and hands out its oldest job that may run. Each
// step is a seek in an index over open jobs, so that a claim costs the same whatever is behind it.
#include "store/jobs.h"

#include <algorithm>

#include "store/database/rows.h"
#include "store/job_rows.h"
#include "store/mission_rows.h"
#include "store/moves.h"
#include "store/plan_tasks.h"
#include "store/proposal_rows.h"
#include "store/question_rows.h"
#include "store/round_rows.h"
#include "store/run_rows.h"

namespace assay::store {

using model::CheckpointKind;
using model::JobKind;
using model::Move;

namespace {

constexpr Query k_anything_due{
    "SELECT 1 FROM jobs WHERE state = 'queued' AND not_before <= $1 UNION ALL "
    "SELECT 1 FROM jobs WHERE state = 'leased' AND lease_until < $1 LIMIT 1"};
constexpr Query k_next_lane{"SELECT min(lane) FROM jobs WHERE state = 'queued' AND lane > $1"};
constexpr Query k_turn{"SELECT turn FROM turns WHERE lane = $1"};
constexpr Query k_take_turn{
    "INSERT INTO turns (lane, turn) VALUES ($1, (SELECT coalesce(max(turn), 0) + 1 FROM turns)) "
    "ON CONFLICT (lane) DO UPDATE SET turn = excluded.turn"};
constexpr Query k_running{"SELECT count(*) FROM jobs WHERE state = 'leased' AND lane = $1 AND kind = 'task'"};
constexpr Query k_pick{k_job_columns,
                       "WHERE j.state = 'queued' AND j.lane = $1 AND j.not_before <= $2 AND ((j.kind = 'task' AND "
                       "((j.checks = 0 AND $3 = 1) OR (j.checks = 1 AND $4 = 1))) OR (j.kind = 'verify' AND $5 = 1) "
                       "OR (j.kind = 'ship' AND $6 = 1)) ORDER BY j.key LIMIT 1"};
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
struct Wanted {
  bool work = false, checks = false, verify = false, ship = false;
};

Wanted wanted_of(const ClaimRequest& request) {
  const auto has = [&](JobKind kind) {
    return request.kinds.empty() || std::find(request.kinds.begin(), request.kinds.end(), kind) != request.kinds.end();
  };
  const bool task = has(JobKind::task);
  return {task && request.work, task && request.checkers, has(JobKind::verify), has(JobKind::ship)};
}

bool wants(const Wanted& wanted, const model::Job& job) {
  switch (job.kind) {
    case JobKind::task: return job.checks ? wanted.checks : wanted.work;
    case JobKind::verify: return wanted.verify;
    case JobKind::ship: return wanted.ship;
  }
  return false;
}

// What of that may run in this lane now.
Result<Wanted> allowed(Database& database, std::int64_t lane, const ClaimRequest& request, Wanted wanted) {
  if (lane == 0) {
    if (!request.only.empty()) return Wanted();
    wanted.work = false;  // a task that stands alone is a person's
    return wanted;
  }
  TRY_ASSIGN(const auto row, load_mission(database, lane));
  const auto& mission = row.mission;
  if (!request.only.empty() && request.only != mission.id) return Wanted();
  if (!mission.hold.empty()) return Wanted();
  if (mission.policy.mode == model::Mode::manual && request.only.empty()) wanted.work = false;
  if (!wanted.work && !wanted.checks) return wanted;
  TRY_ASSIGN(const auto running,
             (first<std::uint32_t>(database, k_running, {lane}, [](Columns& columns) { return columns.count(); })));
  if (running.value_or(0) >= std::max(1U, mission.policy.parallel_tasks)) wanted.work = wanted.checks = false;
  return wanted;
}

Result<std::optional<JobRow>> pick(Database& database, std::int64_t lane, Time now, const Wanted& w) {
  std::optional<JobRow> found;
  TRY(database.each(k_pick, {lane, now, w.work, w.checks, w.verify, w.ship}, [&](const Row& row) -> Result<Flow> {
    TRY_ASSIGN(found, read_job_row(row));
    return Flow::stop;
  }));
  return found;
}

// Lanes with something queued, the one served longest ago first.
Result<std::vector<std::int64_t>> lanes_by_turn(Database& database) {
  std::vector<std::pair<std::int64_t, std::int64_t>> turns;
  std::int64_t lane = -1;
  while (true) {
    std::optional<std::int64_t> next;
    TRY(database.each(k_next_lane, {lane}, [&](const Row& row) -> Result<Flow> {
      if (!row.is_null(0)) next = row.integer(0);
      return Flow::stop;
    }));
    if (!next) break;
    lane = *next;
    TRY_ASSIGN(const auto turn,
               (first<std::int64_t>(database, k_turn, {lane}, [](Columns& columns) { return columns.integer(); })));
    turns.emplace_back(turn.value_or(0), lane);
  }
  std::sort(turns.begin(), turns.end());
  std::vector<std::int64_t> out;
  out.reserve(turns.size());
  for (const auto& [turn, key] : turns) out.push_back(key);
  return out;
}

// Somebody had it and is gone. The task is running all the same; the attempt that was lost counts.
Result<std::optional<Claim>> take_again(Change& change, JobRow& row, const ClaimRequest& request) {
  const auto gone = row.job.worker;
  row.job.lost += 1;
  if (row.job.lost >= request.most_lost) {
    const auto why = cat("whoever worked on it was gone ", row.job.lost, " times; it is not tried again by itself");
    if (row.task_key) TRY(make_move(change, {row.job.task, Move::fail, why, {}}));
    TRY(close_job(change, row.job.key, "{\"error\":\"lost too often\"}"));
    return std::optional<Claim>();
  }
  TRY(lease_job(change, row, request.worker, request.lease_ms));
  Claim claim{row.job, std::nullopt, true};
  if (!row.task_key) return std::optional(std::move(claim));
  TRY_ASSIGN(auto task, load_task(change.database, row.job.task));
  task.task.attempt += 1;
  task.task.heartbeat_at = change.now;
  task.task.updated_at = change.now;
  TRY(save_task(change, task));
  if (task.mission_key) {
    TRY(append(change, *task.mission_key, task.task.mission,
               {CheckpointKind::task_progress, cat("Picked up again: ", task.task.name),
                cat(gone, " is gone; attempt ", task.task.attempt, ", round ", task.task.round), task.task.id}));
  }
  claim.task = std::move(task.task);
  return std::optional(std::move(claim));
}

Result<std::optional<Claim>> claim_lost(Change& change, const ClaimRequest& request, const Wanted& wanted) {
  std::int64_t after = 0;
  while (true) {
    TRY_ASSIGN(auto row, expired_job(change.database, change.now, after));
    if (!row) return std::optional<Claim>();
    after = row->job.key;
    if (!wants(wanted, row->job)) continue;
    if (!request.only.empty() && row->job.mission != request.only) continue;
    if (row->lane != 0) {
      TRY_ASSIGN(const auto mission, load_mission(change.database, row->lane));
      if (!mission.mission.hold.empty()) continue;
    }
    TRY_ASSIGN(auto claim, take_again(change, *row, request));
    if (claim) return claim;
  }
}

Result<std::optional<Claim>> claim_queued(Change& change, const ClaimRequest& request, const Wanted& wanted) {
  TRY_ASSIGN(const auto lanes, lanes_by_turn(change.database));
  for (const auto lane : lanes) {
    TRY_ASSIGN(const auto may, allowed(change.database, lane, request, wanted));
    TRY_ASSIGN(auto row, pick(change.database, lane, change.now, may));
    if (!row) continue;
    TRY(lease_job(change, *row, request.worker, request.lease_ms));
    TRY(change.database.run(k_take_turn, {lane}));
    Claim claim{row->job, std::nullopt, false};
    if (row->task_key) {
      TRY_ASSIGN(claim.task, make_move(change, {row->job.task, Move::start, {}, {}}));
    }
    return std::optional(std::move(claim));
  }
  return std::optional<Claim>();
}

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

Result<std::optional<Claim>> JobChanges::claim(const ClaimRequest& request) {
  // Asked without the writer's place first: most of the time nothing is due.
  TRY_ASSIGN(const auto due, (first<std::int64_t>(m_changes.database(), k_anything_due, {m_changes.now()},
                                                  [](Columns& columns) { return columns.integer(); })));
  if (!due) return std::optional<Claim>();
  const auto wanted = wanted_of(request);
  return m_changes.as(request.worker).make([&](Change& now) -> Result<std::optional<Claim>> {
    TRY_ASSIGN(auto lost, claim_lost(now, request, wanted));
    if (lost) return lost;
    return claim_queued(now, request, wanted);
  });
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
