// A checkpoint: one immutable line of a mission's history.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "model/ids.h"

namespace assay::model {

// The ten kinds of progress, and two of ours for what people do to a mission: `decided` (accepted,
// rejected, retried, cancelled, overridden) and `edited` (criteria, checks, tasks, policy).
enum class CheckpointKind {
  created,
  planning_started,
  plan_materialized,
  task_started,
  task_progress,
  task_stalled,
  task_completed,
  task_failed,
  acceptance_verified,
  landed,
  decided,
  edited,
};

std::string_view name(CheckpointKind);
std::optional<CheckpointKind> checkpoint_kind_named(std::string_view);

struct Checkpoint {
  CheckpointId id;
  MissionId mission;
  std::uint64_t number = 0;  // 1, 2, 3, … in its mission
  CheckpointKind kind = CheckpointKind::created;
  std::string title;
  std::string detail;
  TaskId task;  // empty: of the whole mission
  Time created_at;
  std::string actor;          // who: "person:anna", "worker:…", "checker:task-…"
  std::string previous_hash;  // 64 zeros at number 1
  std::string hash;           // audit::hash_of
};

}  // namespace assay::model
