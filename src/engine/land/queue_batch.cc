#include "engine/land/queue_batch.h"

#include "base/text.h"
#include "git/commit.h"
#include "git/merge.h"
#include "store/missions.h"
#include "store/queue.h"
#include "store/tasks.h"

namespace assay::engine {

using model::MissionStatus;
using model::QueueState;

namespace {

constexpr const char* k_by_pull_request = "this repository lands by pull requests, which the queue does not make";
constexpr const char* k_one_by_one = "land missions one by one (assay land), or let the host queue them";
constexpr std::string_view k_candidate = "refs/assay/queue/candidate";

std::string describe_conflicts(const std::vector<git::Conflict>& conflicts) {
  std::vector<std::string> paths;
  paths.reserve(conflicts.size());
  for (const auto& conflict : conflicts) paths.push_back(conflict.path);
  return cat("does not merge with what lands before it: ", excerpt(join(paths, ", "), 300),
             "; retry its task on top of the target (assay task retry)");
}

// The target as it is now, and the policy in it. The remote's branch decides where there is one.
Result<StepResult> find_target(QueueRun& run, const model::Mission& first, Batch& batch) {
  LandRun meeting(run.context, run.request);
  meeting.mission = first;
  batch.target_branch = first.target_branch;
  TRY_ASSIGN(const auto target, git::read_ref(run.context.repository, meeting.target_ref()));
  const auto stop = [&](std::string why, std::string next) {
    run.report.stopped = std::move(why);
    run.report.next = std::move(next);
    return StepResult::stop;
  };
  if (!target) return stop(cat("there is no branch ", first.target_branch, " here"), "make it, or remove the missions");
  TRY_ASSIGN(const auto plain, refuse_symbolic(meeting));
  if (plain != StepResult::proceed) return stop(meeting.report.reason, meeting.report.next);
  TRY_ASSIGN(run.policy, land_policy_of(run.context.repository, *target));
  if (run.policy.via != model::LandVia::direct) return stop(k_by_pull_request, k_one_by_one);
  meeting.landing.target_commit = *target;
  meeting.landing.remote = run.policy.remote;
  meeting.policy = run.policy;
  TRY_ASSIGN(const auto way, meet_remote(meeting));
  if (way == StepResult::stop) return stop(meeting.report.reason, meeting.report.next);
  batch.target_commit = meeting.landing.target_commit;
  return way;
}

// Why the mission cannot be stacked; empty when it can, and then it is on the stack.
Result<std::string> add_to(QueueRun& run, Batch& batch, const model::MissionId& id) {
  Stacked next;
  TRY_ASSIGN(next.mission, run.context.store.missions().find(id));
  if (next.mission.status != MissionStatus::ready_to_land) {
    return cat("is ", name(next.mission.status), ", no longer ready_to_land");
  }
  TRY_ASSIGN(next.tasks, run.context.store.tasks().of(id, {}));
  TRY_ASSIGN(const auto verified, run.context.store.verifications().latest(id));
  if (!verified || verified->outcome != model::VerificationOutcome::passed)
    return std::string("has no verification that passed");
  next.verified = *verified;
  LandRun candidate(run.context, run.request);
  candidate.mission = next.mission;
  candidate.tasks = next.tasks;
  candidate.verified = next.verified;
  std::vector<std::string> others;
  TRY_ASSIGN(const auto way, check_work(candidate, others));
  if (way != StepResult::proceed) return cat(candidate.report.reason, "; ", candidate.report.next);

  next.onto = batch.stack.empty() ? batch.target_commit : batch.stack.back().commit;
  const git::MergeBranch branch{id.text, next.verified.commit, cat("Merge ", id.text), {}};
  TRY_ASSIGN(const auto merged, git::merge_branches(run.context.repository, next.onto, std::span(&branch, 1),
                                                    next.mission.created_at.ms / 1000));
  if (!merged.commit) return describe_conflicts(merged.conflicts);
  next.commit = merged.commit->id;
  next.tree = merged.commit->tree;
  TRY_ASSIGN(const auto below, git::tree_of(run.context.repository, next.onto));
  if (next.tree == below)
    return cat("brings nothing: ", batch.target_branch, " has all of it already, and not by landing");
  batch.stack.push_back(std::move(next));
  return std::string();
}

}  // namespace

Result<void> may_be_queued(const git::Repository& repository, const model::Mission& mission) {
  TRY_ASSIGN(const auto target, git::read_ref(repository, cat("refs/heads/", mission.target_branch)));
  if (!target) return {};  // when its turn comes the queue says so
  TRY_ASSIGN(const auto policy, land_policy_of(repository, *target));
  if (policy.via != model::LandVia::direct) return conflict(cat(k_by_pull_request, "; ", k_one_by_one));
  return {};
}

Result<void> evict(QueueRun& run, const model::Mission& mission, const std::string& finding) {
  TRY(run.context.store.change().queue().settle(mission.id, QueueState::evicted, finding));
  run.report.evicted.push_back({mission.id, mission.title, finding});
  run.events.evicted(mission.id, finding);
  return {};
}

Result<StepResult> stack_batch(QueueRun& run, const std::string& target, Batch& batch) {
  TRY_ASSIGN(auto entries, run.context.store.queue().waiting());
  std::erase_if(entries, [&](const auto& entry) { return entry.target_branch != target; });
  if (entries.empty()) return StepResult::proceed;
  TRY_ASSIGN(const auto first, run.context.store.missions().find(entries.front().mission));
  TRY_ASSIGN(const auto way, find_target(run, first, batch));
  if (way != StepResult::proceed) return way;
  for (const auto& entry : entries) {
    if (batch.stack.size() >= run.policy.batch) break;
    TRY_ASSIGN(const auto mission, run.context.store.missions().find(entry.mission));
    if (mission.facts.landed) {
      TRY(run.context.store.change().queue().settle(mission.id, QueueState::landed, ""));
      continue;
    }
    TRY_ASSIGN(const bool arrived, has_arrived(run, batch, mission));
    if (arrived) continue;
    TRY_ASSIGN(const auto why_not, add_to(run, batch, entry.mission));
    if (!why_not.empty()) TRY(evict(run, mission, why_not));
  }
  if (batch.stack.empty()) return StepResult::retry;
  TRY(git::keep(run.context.repository, std::string(k_candidate), batch.stack.back().commit));
  return StepResult::proceed;
}

}  // namespace assay::engine
