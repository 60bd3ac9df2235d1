#include "base/text.h"
#include "engine/land/commit.h"
#include "engine/land/lock.h"
#include "engine/land/queue_batch.h"
#include "git/commit_signing.h"
#include "store/landings.h"
#include "store/missions.h"
#include "store/queue.h"

namespace assay::engine {

using model::QueueState;

namespace {

// The commits that land, one for each mission, with the trees that were stacked.
Result<std::vector<LandsWith>> make_commits(QueueRun& run, const Batch& batch, size_t count,
                                            const CombinedVerification& proof) {
  std::vector<LandsWith> out;
  TRY_ASSIGN(const auto signing, git::commit_signing(run.context.repository));
  std::string onto = batch.target_commit;
  const auto& last = batch.stack[count - 1];
  for (size_t i = 0; i < count; ++i) {
    const auto& each = batch.stack[i];
    LandsWith made;
    made.mission = each.mission;
    auto& landing = made.landing;
    landing.mission = each.mission.id;
    landing.strategy = run.policy.strategy;
    landing.target_branch = batch.target_branch;
    landing.target_commit = batch.target_commit;
    landing.remote = run.policy.remote;
    landing.verification = each.verified.id;
    landing.verified_commit = last.commit;
    landing.verified_tree = last.tree;
    landing.evidence = proof.verification.report;
    landing.onto = onto;
    const auto message = compose_message(message_for(made.mission, each.tasks, proof.verification.report),
                                         run.policy.message, landing.strategy);
    TRY_ASSIGN(landing.commit,
               make_landing_commit(
                   run.context.repository,
                   {landing.strategy, onto, each.verified.commit, each.verified.target_commit, each.tree, message,
                    each.mission.id.text, run.context.clock.now().ms / 1000, signing ? &*signing : nullptr}));
    onto = landing.commit;
    out.push_back(std::move(made));
  }
  for (auto& each : out) each.landing.tip = onto;
  return out;
}

Result<void> tell_landed(QueueRun& run, const model::Mission& mission, const std::string& commit) {
  TRY(run.context.store.change().queue().settle(mission.id, QueueState::landed, ""));
  run.report.landed.push_back({mission.id, mission.title, commit});
  run.events.landed(mission.id, mission.title);
  return {};
}

StepResult stopped(QueueRun& run, const LandReport& report) {
  if (report.refusal == LandRefusal::mission_changed) return StepResult::retry;
  run.report.stopped = report.reason;
  run.report.next = cat(report.next, "; then run the queue again");
  return StepResult::stop;
}

Result<void> finish_entry(QueueRun& run, const model::QueueEntry& entry) {
  TRY_ASSIGN(const auto lock, lock_target(run.context.folder, entry.target_branch));
  LandRun landing(run.context, run.request);
  TRY_ASSIGN(landing.mission, run.context.store.missions().find(entry.mission));
  if (landing.mission.facts.landed) return {};
  TRY(resume(landing));
  if (landing.report.outcome == LandOutcome::landed) TRY(tell_landed(run, landing.mission, landing.landing.commit));
  return {};
}

}  // namespace

Result<bool> has_arrived(QueueRun& run, const Batch& batch, const model::Mission& mission) {
  LandRun landing(run.context, run.request);
  landing.mission = mission;
  landing.policy = run.policy;
  landing.landing.target_commit = batch.target_commit;
  landing.landing.remote = run.policy.remote;
  TRY(find_arrived(landing));
  if (landing.report.outcome != LandOutcome::landed) return false;
  TRY(tell_landed(run, landing.mission, landing.landing.commit));
  return true;
}

Result<StepResult> land_batch(QueueRun& run, const Batch& batch, size_t count, const CombinedVerification& proof) {
  auto made = make_commits(run, batch, count, proof);
  if (!made && made.error().code == Code::conflict) {
    run.report.stopped = made.error().message;
    run.report.next = "set strategy = \"merge\" in [land] of assay.toml, or land this one by itself";
    return StepResult::stop;
  }
  if (!made && made.error().code == Code::invalid_input) {
    run.report.stopped = made.error().message;
    run.report.next = k_mend_signing;
    return StepResult::stop;
  }
  if (!made) return made.error();
  LandRun landing(run.context, run.request);
  landing.mission = made->back().mission;
  landing.landing = made->back().landing;
  made->pop_back();
  landing.together = std::move(*made);
  landing.policy = run.policy;

  TRY_ASSIGN(auto way, keep_commit(landing));
  if (way != StepResult::proceed) return way;
  landing.at(LandStep::checkouts);
  TRY_ASSIGN(way, look_at_checkouts(landing));
  if (way != StepResult::proceed) return stopped(run, landing.report);
  TRY_ASSIGN(way, intend(landing));
  if (way == StepResult::retry) return way;
  if (way != StepResult::proceed) return stopped(run, landing.report);
  TRY_ASSIGN(way, carry_out(landing));
  for (auto& note : landing.report.notes) run.report.notes.push_back(std::move(note));
  if (way == StepResult::retry) return way;
  if (landing.report.outcome != LandOutcome::landed) return stopped(run, landing.report);
  for (const auto& each : landing.together) TRY(tell_landed(run, each.mission, each.landing.commit));
  TRY(tell_landed(run, landing.mission, landing.landing.commit));
  return StepResult::proceed;
}

Result<void> finish_interrupted(QueueRun& run) {
  TRY_ASSIGN(const auto entries, run.context.store.queue().waiting());
  for (const auto& entry : entries) {
    TRY_ASSIGN(const auto latest, run.context.store.landings().latest(entry.mission));
    if (!latest || !latest->is_open() || run.left_out.contains(entry.target_branch)) continue;
    const auto finished = finish_entry(run, entry);
    if (!finished) TRY(run.leave_out(entry.target_branch, finished.error()));
  }
  return {};
}

}  // namespace assay::engine
