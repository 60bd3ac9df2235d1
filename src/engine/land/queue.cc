// Why halving over prefixes: the missions are ordered, and each must hold on top of those before it, so "the first k
// together pass" is the question that has to be answered for something to land. With the whole failing, the first
// bad one is found in log2(n) runs, and the longest good prefix has then been verified as it is: it lands with no
// further run. Batches of eight bound the cost of a bad one to four runs; twenty missions with two bad ones take at
// most eleven (8 + 3), wherever the bad ones stand.
#include "engine/land/queue.h"

#include "base/text.h"
#include "engine/land/attest.h"
#include "engine/land/lock.h"
#include "engine/land/queue_batch.h"
#include "os/cancel_token.h"
#include "os/files.h"
#include "os/lock.h"
#include "store/queue.h"
#include "store/verifications.h"

namespace assay::engine {

using model::VerificationOutcome;

namespace {

constexpr int k_rounds = 8;

Result<os::Lock> lock_queue(const LandContext& context) {
  const std::string path = os::join_path(context.folder, "locks/queue");
  TRY_ASSIGN(auto lock, os::Lock::try_take(path));
  if (!lock) return conflict(cat("the queue is run here already, by ", os::Lock::holder(path), "; wait for it to end"));
  return std::move(*lock);
}

// A batch of one, on the target that the mission was verified on, is known.
std::optional<CombinedVerification> known(const Batch& batch, size_t count) {
  const auto& first = batch.stack.front();
  if (count != 1 || first.verified.target_commit != batch.target_commit || first.verified.tree != first.tree) {
    return std::nullopt;
  }
  CombinedVerification out;
  out.verification.id = first.verified.id;
  out.verification.report = first.verified.report;
  out.verification.outcome = VerificationOutcome::passed;
  return out;
}

// The first `count` of the batch together.
Result<CombinedVerification> verify_prefix(QueueRun& run, const Batch& batch, size_t count) {
  if (auto before = known(batch, count)) return std::move(*before);
  CombinedWork work;
  model::QueueRun told;
  for (size_t i = 0; i < count; ++i) {
    const auto& each = batch.stack[i];
    work.missions.push_back(&each.mission);
    work.tasks.insert(work.tasks.end(), each.tasks.begin(), each.tasks.end());
    told.missions.push_back(each.mission.id);
  }
  work.target_branch = told.target_branch = batch.target_branch;
  work.target_commit = told.target_commit = batch.target_commit;
  work.commit = told.commit = batch.stack[count - 1].commit;
  work.tree = batch.stack[count - 1].tree;
  run.events.verifying(told.missions);
  TRY_ASSIGN(const auto key, run.context.store.change().queue().begin_run(told));
  const VerifyContext context{run.context.repository, run.context.folder,        run.context.store,
                              run.context.clock,      run.context.verify_events, run.context.cancel};
  TRY_ASSIGN(auto done, verify_combined(context, work, run.actor));
  ++run.report.verifications;
  const auto& verification = done.verification;
  TRY(run.context.store.change().queue().end_run(key, name(verification.outcome), verification.reason,
                                                 verification.report));
  run.events.verified(verification);
  return done;
}

StepResult stop(QueueRun& run, std::string why, std::string next) {
  run.report.stopped = std::move(why);
  run.report.next = std::move(next);
  return StepResult::stop;
}

// What could not be found out is nobody's fault.
bool is_decided(const CombinedVerification& done) {
  return done.verification.outcome == VerificationOutcome::passed ||
         done.verification.outcome == VerificationOutcome::failed;
}

StepResult stop_undecided(QueueRun& run, const CombinedVerification& done) {
  std::string why = done.verification.reason;
  for (const auto& check : done.verification.checks) {
    if (check.status == model::AcceptanceStatus::pending && !check.reason.empty())
      why += cat(" ", check.title, ": ", check.reason);
  }
  return stop(run, cat("the checks could not be run, so nothing is known of the missions: ", excerpt(why, 600)),
              "fix that and run the queue again; it goes on where it was");
}

std::string finding_of(const Batch& batch, size_t place, const model::Verification& failed) {
  std::vector<std::string> checks;
  for (const auto& check : failed.checks) {
    if (check.status == model::AcceptanceStatus::failed)
      checks.push_back(cat(check.title, check.reason.empty() ? "" : ": ", check.reason));
  }
  std::vector<std::string> below;
  for (size_t i = 0; i < place; ++i) below.push_back(batch.stack[i].mission.id.text);
  const std::string on_top = below.empty() ? cat("on ", batch.target_branch) : cat("on top of ", join(below, ", "));
  return cat("failed ", on_top, ": ", excerpt(join(checks, "; "), 600), ". Evidence ", failed.report);
}

// The mission is blocked by what failed, as after any verification of it.
Result<void> evict_failed(QueueRun& run, const Batch& batch, size_t place, const CombinedVerification& failed) {
  const auto& bad = batch.stack[place];
  const std::string finding = finding_of(batch, place, failed.verification);
  store::VerificationRecord record;
  record.id = cat(failed.verification.id, ".", place + 1);
  record.commit = failed.verification.commit;
  record.tree = failed.verification.tree;
  record.target_commit = failed.verification.target_commit;
  record.outcome = failed.verification.outcome;
  record.report = failed.verification.report;
  record.started_at = failed.verification.started_at;
  record.finished_at = failed.verification.finished_at;
  const auto recorded = run.context.store.change(run.actor).verifications().record(
      bad.mission.id, bad.mission.version, record, results_for(failed, bad.mission), cat("In the queue: ", finding));
  if (!recorded && recorded.error().code != Code::conflict)
    return recorded.error();  // changed meanwhile: not our result
  return evict(run, bad.mission, finding);
}

Result<StepResult> settle_batch(QueueRun& run, const Batch& batch) {
  size_t good = 0, bad = batch.stack.size();
  TRY_ASSIGN(auto failed, verify_prefix(run, batch, bad));
  if (!is_decided(failed)) return stop_undecided(run, failed);
  if (failed.verification.outcome == VerificationOutcome::passed) return land_batch(run, batch, bad, failed);
  std::optional<CombinedVerification> passed;
  while (bad - good > 1) {
    const size_t middle = (good + bad) / 2;
    TRY_ASSIGN(auto done, verify_prefix(run, batch, middle));
    if (!is_decided(done)) return stop_undecided(run, done);
    if (done.verification.outcome == VerificationOutcome::passed) {
      good = middle;
      passed = std::move(done);
    } else {
      bad = middle;
      failed = std::move(done);
    }
  }
  if (passed) {
    TRY_ASSIGN(const auto way, land_batch(run, batch, good, *passed));
    if (way != StepResult::proceed) return way;
  }
  TRY(evict_failed(run, batch, bad - 1, failed));
  return StepResult::proceed;
}

// The branch whose turn it is; nothing when the queue is at its end.
Result<std::optional<std::string>> next_target(const QueueRun& run) {
  TRY_ASSIGN(const auto entries, run.context.store.queue().waiting());
  for (const auto& entry : entries) {
    if (!run.left_out.contains(entry.target_branch)) return std::optional(entry.target_branch);
  }
  return std::optional<std::string>();
}

Result<StepResult> settle_next(QueueRun& run, const std::string& target) {
  TRY_ASSIGN(const auto lock, lock_target(run.context.folder, target));
  Batch batch;
  TRY_ASSIGN(const auto way, stack_batch(run, target, batch));
  if (way != StepResult::proceed || batch.stack.empty()) return way;
  return settle_batch(run, batch);
}

}  // namespace

Result<void> QueueRun::leave_out(const std::string& target, const Error& why) {
  const bool cancelled = os::cancelled_by() != 0 || (context.cancel != nullptr && context.cancel->is_cancelled());
  if (cancelled || (why.code != Code::unavailable && why.code != Code::conflict)) return Error(why);
  if (!failed) failed = why;
  left_out.insert(target);
  return {};
}

Result<QueueReport> run_queue(const LandContext& context, QueueEvents& events, const std::string& actor) {
  TRY_ASSIGN(const auto lock, lock_queue(context));
  QueueRun run{context, events, actor, {}, {}, {}, {}, {}};
  run.request.actor = actor;
  run.report.notes = finish_moves(context.repository);
  for (auto& note : finish_signatures(context.repository, context.folder, context.store))
    run.report.notes.push_back(std::move(note));
  TRY(finish_interrupted(run));
  int in_vain = 0;  // rounds in which something moved and nothing was settled
  for (auto way = StepResult::proceed; way != StepResult::stop;) {
    TRY_ASSIGN(const auto target, next_target(run));
    if (!target) break;
    const auto settled = settle_next(run, *target);
    if (!settled) {
      TRY(run.leave_out(*target, settled.error()));
      continue;
    }
    way = *settled;
    in_vain = way == StepResult::retry ? in_vain + 1 : 0;
    if (in_vain == k_rounds)
      way = stop(run, "the target or the missions moved again and again", "run the queue again when it is quieter");
  }
  if (run.failed && run.report.landed.empty() && run.report.evicted.empty()) return std::move(*run.failed);
  if (run.failed && run.report.stopped.empty()) stop(run, run.failed->message, "fix that, then run the queue again");
  TRY_ASSIGN(const auto left, context.store.queue().waiting());
  run.report.waiting = static_cast<std::uint32_t>(left.size());
  return std::move(run.report);
}

}  // namespace assay::engine
