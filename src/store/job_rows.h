// Rows of jobs. Which jobs there are follows from the tasks: a task that is pending and waits for
// nothing has one queued job, a task that a worker runs has one leased job, any other has none. A task
// that a person started by hand is running without a job.
#pragma once

#include <optional>
#include <vector>

#include "model/job.h"
#include "store/change.h"
#include "store/task_rows.h"

namespace assay::store {

struct JobRow {
  std::int64_t lane = 0;  // the mission's key; 0 for what belongs to none
  std::optional<std::int64_t> mission_key, task_key;
  model::Job job;
};

// Queues a job for a task that is due; nothing when it waits for something or has one.
Result<void> enqueue_if_due(Change& change, std::int64_t task_key, Time not_before);

// What follows for the jobs when a task has gone from `before` to where `row` says it is now.
Result<void> follow_move(Change& change, const TaskRow& row, model::TaskState before, Time not_before);

// A job of a mission, or of none. Nothing happens when an open job has that name already.
struct JobDraft;
Result<void> insert_job(Change& change, const JobDraft& draft, std::optional<std::int64_t> mission_key);
Result<void> enqueue_verification(Change& change, std::int64_t mission_key, const model::MissionId& mission);

// What read_job_row reads; conditions on j follow.
inline constexpr std::string_view k_job_columns =
    "SELECT j.key, j.lane, j.mission_key, j.task_key, j.kind, j.state, coalesce(j.name, ''), coalesce(m.id, ''), "
    "coalesce(t.id, ''), j.checks, j.not_before, j.tries, j.lost, j.worker, coalesce(j.token, ''), j.lease_until, "
    "j.payload, j.result, j.created_at, j.updated_at, intact(jobs j) FROM jobs j LEFT JOIN missions m ON m.key = "
    "j.mission_key "
    "LEFT JOIN tasks t ON t.key = j.task_key ";
Result<JobRow> read_job_row(const Row& row);
Result<std::optional<JobRow>> leased_job(Database& database, std::string_view token);
Result<std::optional<JobRow>> expired_job(Database& database, Time now, std::int64_t after_key);
Result<void> lease_job(Change& change, JobRow& row, std::string_view worker, std::int64_t lease_ms);
Result<void> close_job(Change& change, std::int64_t key, std::string_view result);
Result<void> requeue_job(Change& change, std::int64_t key, Time not_before, std::string_view payload);

}  // namespace assay::store
