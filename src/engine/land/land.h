// Landing: what was verified becomes the target branch, by compare-and-swap, or nothing happens and the
// answer says why and what to do next. Safe to run again after any interruption: what was begun is written
// down in the store first (model::Landing), and each step looks before it acts.
//
// The order: look, verify again if the target moved, compose the commit, look at checkouts, write the
// intent, push, prove on the remote, confirm the mission, hold the checkouts, swap the branch, move the checkouts,
// prove, record, attest.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "engine/land/policy.h"
#include "engine/verify/verify.h"
#include "git/repository.h"
#include "model/landing.h"
#include "model/verification.h"
#include "os/cancel_token.h"
#include "store/store.h"

namespace assay::engine {

enum class LandStep {
  look,
  resume,
  remote,
  verify,
  compose,
  checkouts,
  intend,
  push,
  prove_remote,
  confirm,
  hold,
  swap,
  checkout,
  prove,
  record,
  attest,
  done
};
std::string_view name(LandStep step);
std::string_view words(LandStep step);  // for people: what is done in it

// Called before each step.
class LandEvents {
 public:
  virtual ~LandEvents() = default;
  virtual void step(LandStep) {}
};

// Why nothing landed.
enum class LandRefusal {
  none,
  not_ready,            // the mission is not ready_to_land
  not_verified,         // no verification that passed
  work_changed,         // branches moved after the verification
  already_in_target,    // somebody put the work there without landing it
  verification_failed,  // on the target as it is now
  target_moved,         // again and again
  target_missing,
  checkout_in_the_way,
  other_tree,    // the strategy cannot give the verified tree
  remote_ahead,  // the remote's branch and ours went different ways, or ours has more
  remote_refused,
  not_on_remote,     // it took the push and does not have it
  proposal_differs,  // the pull request was merged as something else than what was verified
  mission_changed,
  target_symbolic,  // the branch stands for another one
  cannot_sign,      // git is configured to sign commits, and the key cannot
};
std::string_view name(LandRefusal refusal);

enum class LandOutcome { landed, already_landed, proposed, would_land, refused };
std::string_view name(LandOutcome outcome);

struct LandReport {
  LandOutcome outcome = LandOutcome::refused;
  model::MissionId mission;
  std::string title;
  model::Landing landing;  // as planned in a dry run; may be empty when refused early
  LandRefusal refusal = LandRefusal::none;
  std::string reason;                               // why it was refused, for people
  std::string next;                                 // what to do then
  std::string message;                              // of the commit
  std::vector<std::string> steps;                   // what was done, or would be
  std::vector<std::string> notes;                   // what a person should know
  std::string pull_request;                         // where to open it, or what the command printed
  std::uint32_t verifications = 0;                  // how often it was verified on the way
  std::optional<model::Verification> verification;  // the last of them
};

struct LandRequest {
  model::MissionId mission;
  std::string actor;
  std::optional<model::LandStrategy> strategy;  // else as the target's assay.toml says
  std::optional<std::string> remote;            // the same; empty: none
  std::optional<model::LandVia> via;
  bool dry_run = false;
  bool renew = false;  // give up an open proposal and make a new one; when it was merged as something else, take that
};

struct LandContext {
  const git::Repository& repository;
  std::string folder;  // .assay
  store::Store& store;
  Clock& clock;
  VerifyEvents& verify_events;
  LandEvents& events;
  const os::CancelToken* cancel = nullptr;
};

// Error when it could not be found out or done (a remote that cannot be reached, a full disk); every
// refusal is a report. Conflict when another landing is under way in this repository.
Result<LandReport> land(const LandContext& context, const LandRequest& request);

// Moves of checkouts that a killed landing began: git can write nothing there until somebody does this. Returns notes.
std::vector<std::string> finish_moves(const git::Repository& repository);

}  // namespace assay::engine
