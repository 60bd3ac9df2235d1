// All work of a mission is done: verify it. What fails becomes fix tasks as far as the retry budget goes;
// what could not be run is a person's matter, so that nothing is tried in circles.
#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "engine/verify/verify.h"
#include "engine/work/job.h"
#include "engine/work/repair.h"
#include "store/jobs.h"
#include "store/missions.h"

namespace assay::engine {

namespace {

constexpr std::int64_t k_other_verification_ms = 2'000;

class Heard final : public VerifyEvents {
 public:
  explicit Heard(const WorkContext& context) : m_context(context) {}
  void stage(std::string_view text) override { report(text); }
  void line(const model::CheckId&, std::string_view text) override { report(text); }

 private:
  void report(std::string_view text) {
    if (m_context.heard) m_context.heard(text);
  }
  const WorkContext& m_context;
};

std::string result_of(const model::Verification& verification) {
  return cat("{\"verification\":\"", verification.id, "\",\"outcome\":\"", name(verification.outcome), "\"}");
}

// A person may ask for it again, whatever came of the last one; `ops::AskToVerify` says so in the payload.
struct Asked {
  std::string by;
  bool fresh = false;
  std::string accept_unproven;
};
Asked asked_in(const std::string& payload) {
  Asked out;
  const auto value = parse_json(payload.empty() ? "{}" : payload, "the payload");
  if (!value || !value->is_object()) return out;
  const auto& object = value->get_object();
  if (const auto* by = object.if_contains("by"); by != nullptr && by->is_string()) out.by = by->get_string();
  if (const auto* fresh = object.if_contains("fresh"); fresh != nullptr && fresh->is_bool())
    out.fresh = fresh->get_bool();
  out.accept_unproven = text_at(object, "acceptUnproven");
  return out;
}

// `again`: whoever had this job is gone. When it had come as far as recording a failure, what follows from it was not
// written down: the job would be closed.
bool is_due(const model::Mission& mission, const Asked& asked, bool again) {
  using model::MissionStatus;
  if (mission.status == MissionStatus::awaiting_acceptance) return true;
  const bool failed_before =
      mission.status == MissionStatus::blocked && mission.facts.acceptance == model::PackStatus::failed;
  if (again && failed_before) return true;
  return !asked.by.empty() && (failed_before || mission.status == MissionStatus::ready_to_land);
}

}  // namespace

Result<store::JobFinish> do_verify_job(const WorkContext& context) {
  store::JobFinish out;
  const auto again = [&](std::int64_t ms) {
    out.again_at = Time{context.clock.now().ms + ms};
    return out;
  };
  TRY_ASSIGN(const auto mission, context.store.missions().find(context.claim.job.mission));
  const Asked asked = asked_in(context.claim.job.payload);
  if (!is_due(mission, asked, context.claim.again)) return out;  // somebody was faster, or work goes on
  Heard heard(context);
  const VerifyContext verifying{context.repository, context.folder, context.store,
                                context.clock,      heard,          context.cancel};
  VerifyRequest request;
  request.mission = mission.id;
  request.actor = asked.by.empty() ? context.worker : asked.by;
  request.fresh = asked.fresh;
  request.accept_unproven = asked.accept_unproven;
  const auto done = verify(verifying, request);
  if (!done) {
    if (done.error().code == Code::conflict) return again(k_other_verification_ms);
    return done.error();
  }
  out.result = result_of(*done);
  if (done->outcome == model::VerificationOutcome::cancelled) return again(0);
  if (done->outcome == model::VerificationOutcome::not_run) {
    out.hold = cat("verification could not tell: ", done->reason, " See assay verify; then: assay resume");
  }
  // A conflict is mended by whoever came later, on top of what the others did.
  if (done->outcome == model::VerificationOutcome::conflict && mission.policy.mode != model::Mode::manual) {
    TRY_ASSIGN(auto mended, redo_conflicting(context.store, *done));
    out.moves = std::move(mended.moves);
    out.hold = std::move(mended.hold);
    out.retries = static_cast<std::uint32_t>(out.moves.size());
  }
  // Where nobody works by himself, a person decides who mends it.
  const bool to_mend =
      done->outcome == model::VerificationOutcome::failed || done->outcome == model::VerificationOutcome::needs_person;
  if (to_mend && mission.policy.mode != model::Mode::manual) {
    TRY_ASSIGN(auto mended, repair(context.repository, context.store, *done));
    out.tasks = std::move(mended.tasks);
    out.hold = std::move(mended.hold);
  }
  return out;
}

}  // namespace assay::engine
