#include "model/checkpoint.h"

#include "base/names.h"

namespace assay::model {

namespace {

constexpr std::string_view k_checkpoint_kinds[] = {
    "created",        "planning_started", "plan_materialized",   "task_started", "task_progress", "task_stalled",
    "task_completed", "task_failed",      "acceptance_verified", "landed",       "decided",       "edited",
};

}  // namespace

std::string_view name(CheckpointKind kind) { return name_in(k_checkpoint_kinds, kind); }
std::optional<CheckpointKind> checkpoint_kind_named(std::string_view n) {
  return value_in<CheckpointKind>(k_checkpoint_kinds, n);
}

}  // namespace assay::model
