// Claiming. A claim is one transaction: it looks for a lease that ran out, then for the mission that was served longest
// ago and has something to do, and hands out the job of it that is due longest.
//
// Each mission has a row in `lanes` for each class of its jobs. One in which nothing can be claimed is put to rest when
// that is seen, until the time of its next job or until something changes: triggers of the schema wake it when a job of
// it is queued or ends, and when the mission is resumed or may do more. So a claim looks at lanes that have something,
// and at those that somebody changed since they were looked at last: it costs the same whatever waits.
#include <algorithm>
#include <array>

#include "store/database/rows.h"
#include "store/job_rows.h"
#include "store/jobs.h"
#include "store/mission_rows.h"
#include "store/moves.h"

namespace assay::store {

using model::CheckpointKind;
using model::JobKind;
using model::Move;

namespace {

// What is asked for apart from each other.
struct JobClass {
  JobKind kind;
  bool checks;
};
constexpr std::array<JobClass, 4> k_classes{
    {{JobKind::task, false}, {JobKind::task, true}, {JobKind::verify, false}, {JobKind::ship, false}}};
constexpr size_t k_work = 0, k_checks = 1, k_verify_class = 2, k_ship = 3;

// Others wait while one transaction looks; more lanes than these are looked at in the next one.
constexpr int k_most_looks = 64;

constexpr Query k_lost{"SELECT 1 FROM jobs WHERE state = 'leased' AND lease_until < $1 LIMIT 1"};
constexpr Query k_awake{
    "SELECT turn, lane FROM lanes WHERE rests = 0 AND kind = $1 AND checks = $2 ORDER BY turn, lane LIMIT 1"};
constexpr Query k_waking{"SELECT 1 FROM lanes WHERE rests = 1 AND wakes <= $1 LIMIT 1"};
constexpr Query k_wake{
    "UPDATE lanes SET rests = 0, wakes = NULL WHERE key IN "
    "(SELECT key FROM lanes WHERE rests = 1 AND wakes <= $1 ORDER BY wakes LIMIT $2)"};
constexpr Query k_rest{"UPDATE lanes SET rests = 1, wakes = $4 WHERE lane = $1 AND kind = $2 AND checks = $3"};
constexpr Query k_take_turn{"UPDATE lanes SET turn = (SELECT max(turn) + 1 FROM lanes) WHERE lane = $1"};
constexpr Query k_lane_of{"SELECT key FROM missions WHERE id = $1"};
constexpr Query k_running{"SELECT count(*) FROM jobs WHERE state = 'leased' AND lane = $1 AND kind = 'task'"};
constexpr Query k_first{k_job_columns,
                        "WHERE j.state = 'queued' AND j.lane = $1 AND j.kind = $2 AND j.checks = $3 "
                        "ORDER BY j.not_before, j.key LIMIT 1"};

// By the places in k_classes.
struct Wanted {
  std::array<bool, k_classes.size()> classes{};
  bool has(size_t each) const { return classes[each]; }
  void drop_tasks() { classes[k_work] = classes[k_checks] = false; }
};

Wanted wanted_of(const ClaimRequest& request) {
  const auto has = [&](JobKind kind) {
    return request.kinds.empty() || std::find(request.kinds.begin(), request.kinds.end(), kind) != request.kinds.end();
  };
  const bool task = has(JobKind::task);
  return {{task && request.work, task && request.checkers, has(JobKind::verify), has(JobKind::ship)}};
}

size_t class_of(const model::Job& job) {
  switch (job.kind) {
    case JobKind::task: return job.checks ? k_checks : k_work;
    case JobKind::verify: return k_verify_class;
    case JobKind::ship: break;
  }
  return k_ship;
}

// What of that may run in this lane now.
Result<Wanted> allowed(Database& database, std::int64_t lane, const ClaimRequest& request, Wanted wanted) {
  if (lane == 0) {
    wanted.classes[k_work] = false;  // a task that stands alone is a person's
    return wanted;
  }
  TRY_ASSIGN(const auto row, load_mission(database, lane));
  const auto& mission = row.mission;
  if (!mission.hold.empty()) return Wanted();
  if (mission.policy.mode == model::Mode::manual && request.only.empty()) wanted.classes[k_work] = false;
  if (!wanted.has(k_work) && !wanted.has(k_checks)) return wanted;
  TRY_ASSIGN(const auto running,
             (first<std::uint32_t>(database, k_running, {lane}, [](Columns& columns) { return columns.count(); })));
  if (running.value_or(0) >= std::max(1U, mission.policy.parallel_tasks)) wanted.drop_tasks();
  return wanted;
}

Result<std::optional<JobRow>> first_of(Database& database, std::int64_t lane, const JobClass& each) {
  std::optional<JobRow> found;
  TRY(database.each(k_first, {lane, name(each.kind), each.checks}, [&](const Row& row) -> Result<Flow> {
    TRY_ASSIGN(found, read_job_row(row));
    return Flow::stop;
  }));
  return found;
}

bool is_due_longer(const JobRow& a, const JobRow& b) {
  return a.job.not_before != b.job.not_before ? a.job.not_before < b.job.not_before : a.job.key < b.job.key;
}

// The job of this lane to be done next; classes that have none for now are put to rest.
Result<std::optional<JobRow>> pick(Change& change, std::int64_t lane, const ClaimRequest& request,
                                   const Wanted& wanted) {
  TRY_ASSIGN(const auto may, allowed(change.database, lane, request, wanted));
  std::optional<JobRow> best;
  for (size_t i = 0; i < k_classes.size(); ++i) {
    if (!wanted.has(i)) continue;
    std::optional<JobRow> head;
    if (may.has(i)) {
      TRY_ASSIGN(head, first_of(change.database, lane, k_classes[i]));
    }
    if (head && head->job.not_before <= change.now) {
      if (!best || is_due_longer(*head, *best)) best = std::move(head);
    } else if (request.only.empty()) {  // whoever names a mission may do more in it than others
      const Param wakes = head ? Param(head->job.not_before) : Param(nullptr);
      TRY(change.database.run(k_rest, {lane, name(k_classes[i].kind), k_classes[i].checks, wakes}));
    }
  }
  return best;
}

using Turn = std::pair<std::int64_t, std::int64_t>;  // when it was served last; the lane

Result<std::optional<Turn>> next_lane(Database& database, const Wanted& wanted) {
  std::optional<Turn> next;
  for (size_t i = 0; i < k_classes.size(); ++i) {
    if (!wanted.has(i)) continue;
    TRY_ASSIGN(const auto turn,
               (first<Turn>(database, k_awake, {name(k_classes[i].kind), k_classes[i].checks}, [](Columns& columns) {
                 const auto served = columns.integer();
                 return Turn{served, columns.integer()};
               })));
    if (turn && (!next || *turn < *next)) next = turn;
  }
  return next;
}

Result<std::optional<std::int64_t>> lane_of(Database& database, const model::MissionId& mission) {
  return first<std::int64_t>(database, k_lane_of, {mission.text}, [](Columns& columns) { return columns.integer(); });
}

Result<bool> is_there(Database& database, const Query& query, Time now) {
  TRY_ASSIGN(const auto found,
             (first<std::int64_t>(database, query, {now}, [](Columns& columns) { return columns.integer(); })));
  return found.has_value();
}

// Asked without the writer's place: most of the time nothing is due.
Result<bool> may_find_something(Database& database, const ClaimRequest& request, const Wanted& wanted, Time now) {
  TRY_ASSIGN(const bool lost, is_there(database, k_lost, now));
  if (lost) return true;
  if (request.only.empty()) {
    TRY_ASSIGN(const bool waking, is_there(database, k_waking, now));
    if (waking) return true;
    TRY_ASSIGN(const auto awake, next_lane(database, wanted));
    return awake.has_value();
  }
  TRY_ASSIGN(const auto lane, lane_of(database, request.only));
  for (size_t i = 0; lane && i < k_classes.size(); ++i) {
    if (!wanted.has(i)) continue;
    TRY_ASSIGN(const auto head, first_of(database, *lane, k_classes[i]));
    if (head && head->job.not_before <= now) return true;
  }
  return false;
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
    if (!wanted.has(class_of(row->job))) continue;
    if (!request.only.empty() && row->job.mission != request.only) continue;
    if (row->lane != 0) {
      TRY_ASSIGN(const auto mission, load_mission(change.database, row->lane));
      if (!mission.mission.hold.empty()) continue;
    }
    TRY_ASSIGN(auto claim, take_again(change, *row, request));
    if (claim) return claim;
  }
}

Result<Claim> lease(Change& change, JobRow& row, const ClaimRequest& request) {
  TRY(lease_job(change, row, request.worker, request.lease_ms));
  TRY(change.database.run(k_take_turn, {row.lane}));
  Claim claim{row.job, std::nullopt, false};
  if (row.task_key) {
    TRY_ASSIGN(claim.task, make_move(change, {row.job.task, Move::start, {}, {}}));
  }
  return claim;
}

// What one transaction came to.
struct Look {
  std::optional<Claim> claim;
  bool is_over = true;  // all lanes were looked at
};

Result<Look> claim_queued(Change& change, const ClaimRequest& request, const Wanted& wanted) {
  if (!request.only.empty()) {
    TRY_ASSIGN(const auto lane, lane_of(change.database, request.only));
    if (!lane) return Look();
    TRY_ASSIGN(auto row, pick(change, *lane, request, wanted));
    if (!row) return Look();
    TRY_ASSIGN(auto claim, lease(change, *row, request));
    return Look{std::move(claim)};
  }
  TRY_ASSIGN(const auto woken, change.database.run(k_wake, {change.now, k_most_looks}));
  for (int i = 0; i < k_most_looks; ++i) {
    TRY_ASSIGN(const auto turn, next_lane(change.database, wanted));
    if (!turn) return Look{std::nullopt, woken < k_most_looks};
    TRY_ASSIGN(auto row, pick(change, turn->second, request, wanted));
    if (!row) continue;
    TRY_ASSIGN(auto claim, lease(change, *row, request));
    return Look{std::move(claim)};
  }
  return Look{std::nullopt, false};
}

}  // namespace

Result<std::optional<Claim>> JobChanges::claim(const ClaimRequest& request) {
  const auto wanted = wanted_of(request);
  TRY_ASSIGN(const bool maybe, may_find_something(m_changes.database(), request, wanted, m_changes.now()));
  if (!maybe) return std::optional<Claim>();
  const auto changes = m_changes.as(request.worker);
  while (true) {
    TRY_ASSIGN(auto look, changes.make([&](Change& now) -> Result<Look> {
      TRY_ASSIGN(auto lost, claim_lost(now, request, wanted));
      if (lost) return Look{std::move(lost)};
      return claim_queued(now, request, wanted);
    }));
    if (look.claim || look.is_over) return std::move(look.claim);
  }
}

}  // namespace assay::store
