#include "engine/work/unprepared.h"

#include "base/text.h"
#include "engine/verify/preparation_trial.h"
#include "store/history.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_hold = "checks could not run on this machine: ";

// Whether a person lifted such a hold of this mission.
Result<bool> was_lifted(const store::Store& store, const model::MissionId& mission) {
  constexpr std::uint32_t k_page = 500;
  const auto lifted = cat("was held: ", k_hold);
  std::uint64_t after = 0;
  while (true) {
    TRY_ASSIGN(const auto page, store.history().checkpoints(mission, after, k_page));
    for (const auto& checkpoint : page) {
      if (checkpoint.kind == model::CheckpointKind::decided && checkpoint.detail.starts_with(lifted)) return true;
    }
    if (page.size() < k_page) return false;
    after = page.back().number;
  }
}

}  // namespace

Result<std::optional<store::JobFinish>> hold_unprepared(const WorkContext& context, const model::Mission& mission) {
  TRY_ASSIGN(const auto commit, policy_commit_of(context.repository, mission));
  TRY_ASSIGN(const auto trial, try_preparation(context.repository, context.folder, commit, context.cancel));
  if (trial.failure.empty()) return std::optional<store::JobFinish>();
  TRY_ASSIGN(const bool lifted, was_lifted(context.store, mission.id));
  if (lifted) return std::optional<store::JobFinish>();
  store::JobFinish out;
  out.hold = cat(k_hold, trial.failure, " No agent was started. Put it right, then: assay resume");
  out.moves = {{context.claim.task->id, model::Move::release, trial.failure, {}}};
  return std::optional(std::move(out));
}

}  // namespace assay::engine
