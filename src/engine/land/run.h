// Inside land(): what its steps share, and the steps.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/land/land.h"
#include "git/checkout/index_lock.h"
#include "git/refs/refs.h"
#include "model/mission.h"
#include "store/verifications.h"

namespace assay::engine {

// A mission that lands with another, in one swap: its landing has the same tip.
struct LandsWith {
  model::Mission mission;
  model::Landing landing;
};

struct LandRun {
  LandRun(const LandContext& in, const LandRequest& asked) : context(in), request(asked) {}

  const LandContext& context;
  const LandRequest& request;
  model::Mission mission;
  std::vector<model::Task> tasks;
  store::VerificationRecord verified;
  LandPolicy policy;
  model::Landing landing;
  std::vector<LandsWith> together;  // those before it in the queue
  std::string merged_as;            // by the host, as something else than was verified, and a person takes it so
  LandReport report;

  std::string target_ref() const;
  std::chrono::milliseconds silence() const { return policy.remote_timeout; }
  bool has_remote() const { return !landing.remote.empty(); }
  void at(LandStep step) const { context.events.step(step); }
  void did(std::string what) { report.steps.push_back(std::move(what)); }
};

// How a step ended: go on, look at everything again because something moved, or stop with the refusal
// that stands in the report.
enum class StepResult { proceed, retry, stop };
StepResult refuse(LandRun& run, LandRefusal why, std::string reason, std::string next);

std::string next_for(const LandRun& run);  // for a mission that is not ready
Result<bool> target_contains(const LandRun& run, const std::string& commit);

// ---- what an earlier run began (land.cc)
// Finishes it, goes on with it, or gives it up; StepResult::proceed: there is nothing of that kind any more.
Result<StepResult> resume(LandRun& run);

// Takes up a landing that was given up and is in the target all the same; StepResult::proceed: there is none.
Result<StepResult> find_arrived(LandRun& run);
// A target that stands for another branch is not moved.
Result<StepResult> refuse_symbolic(LandRun& run);
constexpr std::string_view k_mend_signing =
    "see that your git signs without asking (git commit --allow-empty -S), or switch it off here: git config "
    "commit.gpgsign false";

// ---- doing it (carry.cc)
// From here on no git gc takes the commit; StepResult::retry when one did.
Result<StepResult> keep_commit(LandRun& run);
enum class Begun { now, before };
// Writes down what is about to happen, for all that land together.
Result<StepResult> intend(LandRun& run);
Result<StepResult> give_up(LandRun& run, const std::string& why, StepResult way);
Result<StepResult> carry_out(LandRun& run);
// What is left when the target, or the remote's, has it already.
Result<StepResult> finish_here(LandRun& run, Begun begun);

// ---- the work and the target below it (work.cc)
// Refused when branches moved after the verdict; when the target did, verifies on what it is now.
Result<StepResult> catch_up(LandRun& run);
// Only that. `others` become heads of the work that no branch of a task stands for.
Result<StepResult> check_work(LandRun& run, std::vector<std::string>& others);

// ---- the remote (remote.cc)
// What the remote's target is, brought here; our own branch follows it when nothing is lost by that.
Result<StepResult> meet_remote(LandRun& run);
Result<StepResult> push_landing(LandRun& run);
// Whether the remote's target holds the landing, asked over the wire.
Result<bool> is_on_remote(LandRun& run);
Result<StepResult> propose(LandRun& run);           // proposal.cc
Result<StepResult> look_at_proposal(LandRun& run);  // proposal.cc

// ---- checkouts of the target (checkouts.cc)
// Refused with the choices when one of them would lose something.
Result<StepResult> look_at_checkouts(LandRun& run);
// Checkouts of the target whose index nobody else can write until their files have followed the branch.
using HeldCheckouts = std::vector<git::IndexLock>;
// Refused, and none is held, when another git is at work in one of them.
Result<StepResult> hold_checkouts(LandRun& run, const git::IndexLock::Move& move, HeldCheckouts& held);
// Moves them behind the branch that was just moved. Refused (and nothing is moved) when one changed; when an
// earlier run moved the branch, that one is taken off the branch instead, so that no commit there takes anything back.
// An error when git was killed and a remote has the landing already: then they stay held for the next run.
Result<StepResult> move_checkouts(LandRun& run, HeldCheckouts& held, const git::IndexLock::Move& move, Begun begun);
// Their branch moved on and cannot be put back: what could not follow must not be committed on top of it.
Result<void> take_off_branch(LandRun& run, const HeldCheckouts& held, const std::string& why);
// From here on they stay held when we end, until they are released or the next run finishes the move.
void pin(HeldCheckouts& held);
void release(HeldCheckouts& held);
// After a swap that failed, or that git made and could not say so: those whose branch is at `to` stay held.
void release_unless_moved(const LandRun& run, HeldCheckouts& held, const std::string& to);
// A note when the target went on to a commit that takes back what landed.
Result<void> note_taken_back(LandRun& run);

// ---- after the proof (record.cc)
// Signs what has landed; harmless to repeat.
void attest(LandRun& run, const model::MissionId& mission);
// The one place where a landing becomes a fact; then what hangs on it.
Result<void> record_landing(LandRun& run, const std::string& commit, const std::string& proof);

}  // namespace assay::engine
