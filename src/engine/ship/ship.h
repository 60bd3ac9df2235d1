// Shipping a story: land, deploy, look at what was deployed. What is done next follows from what is
// recorded, so that whoever takes it on after a kill goes on where it stands and repeats nothing:
//
//   not landed          → land (safe to repeat)
//   deploy not begun    → write down that it begins, then run it, once
//   deploy begun, and whoever ran it is gone → failed: nobody knows how far it came, a person decides
//   deployed            → validate (must be harmless to repeat)
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "engine/land/land.h"
#include "engine/ship/policy.h"
#include "engine/verify/verify.h"
#include "git/repository.h"
#include "model/job.h"
#include "model/mission.h"
#include "os/cancel_token.h"
#include "store/store.h"

namespace assay::engine {

// What happens while it happens, from the thread that ships.
class ShipEvents {
 public:
  virtual ~ShipEvents() = default;
  virtual void stage(std::string_view) {}   // "deploying 3f2a9c1d0b4e"
  virtual void landing(LandStep) {}         // it is landed first: before each step
  virtual void output(std::string_view) {}  // of the deploy and of validation commands, as it comes
  virtual void result(std::string_view) {}  // of one look at what was deployed: a line
};

struct ShipContext {
  const git::Repository& repository;
  std::string folder;  // .assay
  store::Store& store;
  Clock& clock;
  ShipEvents& events;
  const os::CancelToken* cancel = nullptr;
};

// ---- what a person asks for; each is accepted at once, and done by whoever takes the job `ship` on

// Conflict unless the story is SHIPPABLE; a second click comes too late.
Result<void> request_ship(store::Store& store, const model::MissionId& mission, std::string_view actor);
// Deploys again what landed, by the policy that the target has now. Conflict unless it landed and is not
// being shipped.
Result<void> request_redeploy(store::Store& store, const model::MissionId& mission, std::string_view actor);

// ---- doing it

struct ShipReport {
  std::string summary;           // a sentence
  std::string refused;           // why it could not land; empty: it was not refused
  std::optional<Time> again_at;  // not at its end: go on then
};
// Carries a story that is being shipped as far as it goes.
Result<ShipReport> carry_ship(const ShipContext& context, const model::MissionId& mission, std::string_view actor);

// Where the output of a running deploy can be read while it runs.
std::string deploy_log_path(const std::string& folder, const model::MissionId& mission);

// What is asked of the job: who shipped, and whether it is a redeploy.
struct ShipTerms {
  std::string actor;
  bool again = false;
};
ShipTerms ship_terms_of(const model::Job& job);

}  // namespace assay::engine
