#include "engine/verify/preparation_trial.h"

#include "base/text.h"
#include "engine/check/snapshot.h"
#include "engine/evidence.h"
#include "engine/sandbox_policy.h"
#include "engine/verify/mission_checks.h"
#include "engine/verify/prepare.h"
#include "engine/verify/run.h"
#include "engine/worktree_folder.h"
#include "git/commit.h"
#include "git/worktrees/integration_worktree.h"
#include "os/files.h"
#include "os/lock.h"

namespace assay::engine {

namespace {

// Of no mission: "alone" is what such work trees begin with, and they go when nobody holds the lock of that name.
constexpr std::string_view k_trial_tree = "alone.prepare";

}  // namespace

Result<PreparationTrial> try_preparation(const git::Repository& repository, const std::string& folder,
                                         const std::string& commit, const os::CancelToken* cancel) {
  PreparationTrial out;
  TRY_ASSIGN(const auto tree, git::Tree::open(repository, commit));
  TRY_ASSIGN(const auto policy, read_policy(tree));
  if (steps_for(policy, *snapshot_of(tree)).empty()) return out;
  TRY_ASSIGN(const auto lock, os::Lock::take(os::join_path(folder, "locks/prepare")));
  TRY_ASSIGN(const auto place, worktree_path(repository, k_trial_tree));
  TRY_ASSIGN(auto worktree, git::IntegrationWorktree::open(repository, std::string(k_trial_tree), place, commit));
  const auto sandbox = sandbox_for(worktree.path(), wish_of(policy, folder));
  if (!sandbox || sandbox->level != os::Sandbox::Level::bubblewrap) return out;
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-prepare"));
  TRY_ASSIGN(const auto tree_id, git::tree_of(repository, commit));
  const PrepareSource source{commit, tree_id, tree};
  const PrepareRequest request{.worktree = worktree,
                               .target = source,
                               .work = source,
                               .git_folder = repository.common_folder(),
                               .scratch = os::join_path(scratch.path(), "prepare"),
                               .mission = "alone",
                               .sandbox = *sandbox,
                               .cancel = cancel};
  TRY_ASSIGN(auto prepared, prepare(request, policy, Evidence(os::join_path(folder, "evidence"))));
  if (prepared.cancelled) return unavailable("cancelled");
  out.steps = std::move(prepared.steps);
  if (!prepared.ok) out.failure = out.steps.back().failure;
  return out;
}

}  // namespace assay::engine
