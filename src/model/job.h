// A job: work that is due, and who has taken it on. A worker leases one, renews the lease while it
// works and finishes it; a lease that ran out is taken on by another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "model/ids.h"

namespace assay::model {

enum class JobKind { task, verify, ship };
enum class JobState { queued, leased, done };

constexpr size_t k_job_kinds = 3;

std::string_view name(JobKind);
std::optional<JobKind> job_kind_named(std::string_view);
std::optional<JobState> job_state_named(std::string_view);

struct Job {
  std::int64_t key = 0;
  JobKind kind = JobKind::task;
  JobState state = JobState::queued;
  std::string name;     // at most one open job has it: "task:task-…", "verify:mission-…"; may be empty
  MissionId mission;    // whose turn it is; a checker's is that of the task it checks
  TaskId task;          // of kind task only
  bool checks = false;  // its task is a checker
  Time not_before;
  std::uint32_t tries = 0;  // how often it was taken on
  std::uint32_t lost = 0;   // how often whoever had it was gone
  std::string worker;       // who has it, or had it last
  std::string token;        // proves the lease; empty when it is not leased
  std::optional<Time> lease_until;
  std::string payload;  // JSON, of its kind
  std::string result;   // JSON, once done
  Time created_at;
  Time updated_at;
};

}  // namespace assay::model
