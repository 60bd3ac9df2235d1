// A checkpoint: one immutable line of a mission's history.
#pragma once

#include <cstdint>
#include <iterator>
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

// Its colour, on a terminal and on the page.
enum class CheckpointTone { plain, good, bad, attention };
// What it says of the attempt at its task; the page draws attempts as bars.
enum class AttemptMark { none, begins, succeeds, fails, ends };

struct CheckpointKindRow {
  CheckpointKind kind;
  std::string_view name;  // in the store and in all documents; with blanks, on the page
  CheckpointTone tone = CheckpointTone::plain;
  AttemptMark attempt = AttemptMark::none;
};

// All that a kind is, in the order of its values. `./dev schema-generate` makes the schemas and the page's words from
// it.
inline constexpr CheckpointKindRow k_checkpoint_kinds[] = {
    {CheckpointKind::created, "created"},
    {CheckpointKind::planning_started, "planning_started"},
    {CheckpointKind::plan_materialized, "plan_materialized"},
    {CheckpointKind::task_started, "task_started", CheckpointTone::plain, AttemptMark::begins},
    {CheckpointKind::task_progress, "task_progress"},
    {CheckpointKind::task_stalled, "task_stalled", CheckpointTone::bad, AttemptMark::fails},
    {CheckpointKind::task_completed, "task_completed", CheckpointTone::good, AttemptMark::succeeds},
    {CheckpointKind::task_failed, "task_failed", CheckpointTone::bad, AttemptMark::fails},
    {CheckpointKind::acceptance_verified, "acceptance_verified", CheckpointTone::attention},
    {CheckpointKind::landed, "landed", CheckpointTone::good},
    {CheckpointKind::decided, "decided", CheckpointTone::attention, AttemptMark::ends},
    {CheckpointKind::edited, "edited"},
};
inline constexpr CheckpointKind k_last_checkpoint_kind = std::end(k_checkpoint_kinds)[-1].kind;

constexpr const CheckpointKindRow& row_of(CheckpointKind kind) { return k_checkpoint_kinds[static_cast<size_t>(kind)]; }
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
