// Verification of a mission: its work merged onto the target, checked in a sandbox, judged, and the
// result bound to the commit and tree it holds for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "git/repository.h"
#include "model/verification.h"
#include "os/cancel_token.h"
#include "store/store.h"

namespace assay::engine {

// What happens while it happens. Calls come from several threads, one at a time.
class VerifyEvents {
 public:
  virtual ~VerifyEvents() = default;
  virtual void stage(std::string_view) {}  // "integrating the work of 3 tasks"
  virtual void planned(const std::vector<model::AcceptanceCheck>&) {}
  virtual void started(const model::CheckId&) {}
  virtual void line(const model::CheckId&, std::string_view) {}
  virtual void finished(const model::VerifiedCheck&) {}
};

struct VerifyRequest {
  model::MissionId mission;
  std::string actor;
  std::vector<std::string> branches;  // named as work by a person, beside the tasks' own
  bool fresh = false;                 // use no earlier result
  bool sandbox_off = false;           // the operator said so; recorded
  std::uint32_t jobs = 0;             // 0: as policy says
  std::string accept_unproven;        // why the actor, a person, accepts work that nothing proves; empty: it is not
  bool may_change_nothing = false;    // whoever asks sees to work that the target has already
};

struct VerifyContext {
  const git::Repository& repository;
  std::string folder;  // .assay
  store::Store& store;
  Clock& clock;
  VerifyEvents& events;
  const os::CancelToken* cancel = nullptr;
};

// Error conflict when tasks are still open, when it has landed, or when another verification of
// this mission is running; not_found when there is no work. Everything else is an outcome.
Result<model::Verification> verify(const VerifyContext& context, const VerifyRequest& request);

}  // namespace assay::engine
