// Whether what was verified is still what is there: the branches of the work, and the target below it. The target
// may move; then the work is merged and verified again. The branches may not: somebody accepted that very work.
#include <algorithm>

#include "base/text.h"
#include "engine/land/run.h"
#include "engine/verify/integration.h"
#include "git/merge.h"

namespace assay::engine {

using model::VerificationOutcome;

namespace {

// One merge of the integration: whose work it brought, and which commit that was.
struct MergedHead {
  std::string subject;  // "Merge task-…: …"; of a branch that a person named, its name
  std::string commit;
};

// The integration is a chain of merges on the target; each one's second parent is a branch's tip. Nothing when
// the commits are not here any more.
Result<std::optional<std::vector<MergedHead>>> merged_heads(const LandRun& run) {
  const auto& verified = run.verified;
  TRY_ASSIGN(const auto answer,
             run.context.repository.ask_sealed(
                 {.arguments = {"rev-list", "--first-parent", "--reverse", "--no-commit-header", "--format=%P %s",
                                verified.commit, cat("^", verified.target_commit)}}));
  if (!answer.ok()) return std::optional<std::vector<MergedHead>>();
  std::vector<MergedHead> out;
  for (const auto line : split_lines(answer.output)) {
    const size_t id = verified.commit.size();  // "<parent> <head> <subject>"
    if (line.size() < 2 * id + 2 || line[id] != ' ' || line[2 * id + 1] != ' ') continue;
    out.push_back({std::string(line.substr(2 * id + 2)), std::string(line.substr(id + 1, id))});
  }
  return std::optional(std::move(out));
}

// The branches of the tasks as they are now. That there are none any more is no reason not to land.
Result<std::vector<git::MergeBranch>> branches_now(const LandRun& run) {
  auto work = find_work(run.context.repository, run.mission, run.tasks, {});
  if (!work && work.error().code == Code::not_found) return std::vector<git::MergeBranch>();
  if (!work) return work.error();
  return std::move(work->branches);
}

bool is_of(const MergedHead& head, const git::MergeBranch& branch) {
  return head.subject.starts_with(cat("Merge ", branch.name, ":"));
}

StepResult refuse_changed(LandRun& run, const git::MergeBranch& branch) {
  return refuse(run, LandRefusal::work_changed,
                cat("the branch of ", branch.name, " is at ", git::short_id(branch.commit),
                    ", which is not what was verified: it moved after the verdict"),
                cat("verify what is there now (assay verify ", run.mission.id.text, "), or put the branch back"));
}

// ---- the target moved --------------------------------------------------------------------------

Result<StepResult> verify_again(LandRun& run, std::vector<std::string> named) {
  auto& report = run.report;
  const auto& target = run.landing.target_commit;
  const std::string moved = cat(run.mission.target_branch, " moved from ", git::short_id(run.verified.target_commit),
                                " to ", git::short_id(target));
  if (run.request.dry_run) {
    run.did(cat("would merge and verify the work again: ", moved));
    run.did("would land it only if that passes");
    report.outcome = LandOutcome::would_land;
    report.landing = run.landing;
    return StepResult::stop;
  }
  run.at(LandStep::verify);
  run.did(cat("verified again: ", moved));
  VerifyRequest request;
  request.mission = run.mission.id;
  request.actor = run.request.actor;
  request.branches = std::move(named);
  request.may_change_nothing = true;  // landing sees for itself whether the target has it already
  TRY_ASSIGN(auto result, verify({run.context.repository, run.context.folder, run.context.store, run.context.clock,
                                  run.context.verify_events, run.context.cancel},
                                 request));
  ++report.verifications;
  const auto outcome = result.outcome;
  const std::string reason = result.reason;
  report.verification = std::move(result);
  if (outcome == VerificationOutcome::passed) return StepResult::retry;
  return refuse(run, LandRefusal::verification_failed,
                cat(moved, ", and on top of that the work does not hold: ", reason),
                outcome == VerificationOutcome::conflict
                    ? cat("retry the task on top of ", run.mission.target_branch, " (assay task retry)")
                    : cat("see the checks: assay accept ", run.mission.id.text, "; fix the work and verify again"));
}

}  // namespace

// `others` become the heads that no branch of a task stands for: branches named by a person (verify --branch), and
// those of tasks that were deleted since.
Result<StepResult> check_work(LandRun& run, std::vector<std::string>& others) {
  TRY_ASSIGN(const auto merged, merged_heads(run));
  if (!merged) {
    return refuse(
        run, LandRefusal::not_verified,
        cat("the verified commit ", git::short_id(run.verified.commit), " is not in this repository any more"),
        cat("assay verify ", run.mission.id.text));
  }
  TRY_ASSIGN(auto branches, branches_now(run));
  const git::MergeBranch* unmerged = nullptr;
  for (const auto& branch : branches) {
    const auto head =
        std::find_if(merged->begin(), merged->end(), [&](const auto& each) { return is_of(each, branch); });
    if (head == merged->end())
      unmerged = &branch;
    else if (head->commit != branch.commit)
      return refuse_changed(run, branch);
  }
  for (const auto& head : *merged) {
    const bool known =
        std::any_of(branches.begin(), branches.end(), [&](const auto& each) { return is_of(head, each); });
    if (!known) others.push_back(head.commit);
  }
  if (unmerged == nullptr) return StepResult::proceed;
  // A branch that another one contains is not merged for itself. The same branches give the same tree.
  const git::MergeBranch doubtful = *unmerged;
  for (const auto& head : others) branches.push_back({head, head, cat("Merge ", head), {}});
  TRY_ASSIGN(const auto again, git::merge_branches(run.context.repository, run.verified.target_commit, branches,
                                                   run.mission.created_at.ms / 1000));
  if (again.commit && again.commit->tree == run.verified.tree) return StepResult::proceed;
  return refuse_changed(run, doubtful);
}

Result<StepResult> catch_up(LandRun& run) {
  std::vector<std::string> named;
  TRY_ASSIGN(const auto way, check_work(run, named));
  if (way != StepResult::proceed) return way;
  if (run.landing.target_commit == run.verified.target_commit) return StepResult::proceed;
  return verify_again(run, std::move(named));
}

}  // namespace assay::engine
