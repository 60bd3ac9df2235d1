#include "ops/work/work.h"

#include "base/text.h"
#include "ops/given_text.h"
#include "ops/missions/missions.h"
#include "ops/operation.h"
#include "ops/work/verifications.h"
#include "ops/work/worktrees.h"
#include "store/missions.h"

namespace assay::ops {

void StopRequest::fields(Fields& f) {
  f.field(optional_word("mission", "id or unique prefix (default: the latest)", Completes::mission), mission);
  f.field(flag("reason", "why, for the record"), reason);
}

namespace {

struct Asked {
  store::Store* store = nullptr;
  MissionDocument before;
  std::string who;
};

Result<Asked> ask(Context& context, const StopRequest& request) {
  if (!request.reason.empty()) TRY(check_line("the reason", request.reason));
  Asked out;
  TRY_ASSIGN(out.store, context.store());
  TRY_ASSIGN(out.before, mission_document(*out.store, request.mission));
  TRY_ASSIGN(out.who, context.actor());
  return out;
}

}  // namespace

Result<PauseMission::Response> PauseMission::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto asked, ask(context, request));
  const auto& mission = asked.before.mission;
  if (!mission.hold.empty()) return asked.before;  // it stands still already, for a reason that matters more
  TRY(asked.store->change(asked.who).missions().set_hold(
      mission.id, cat("paused by ", asked.who, request.reason.empty() ? "" : ": ", request.reason)));
  return mission_document(*asked.store, mission.id.text);
}

Result<ResumeMission::Response> ResumeMission::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto asked, ask(context, request));
  const auto& mission = asked.before.mission;
  const auto& work = mission.facts.work;
  if (work.total() > 0 && work.total() == work[model::TaskState::cancelled]) {
    return conflict(cat("all tasks of ", mission.id.text,
                        " are cancelled, so there is nothing to go on with; first: assay task retry TASK, or open "
                        "another mission"));
  }
  TRY(asked.store->change(asked.who).missions().set_hold(mission.id, ""));
  // It was held because of what failed; a person who lets it go on has something changed or grants more.
  const bool failed = mission.facts.acceptance == model::PackStatus::failed;
  if (!mission.hold.empty() && failed && mission.policy.mode != model::Mode::manual) {
    TRY(queue_verification(*asked.store, mission.id, {asked.who}));
  }
  return mission_document(*asked.store, mission.id.text);
}

Result<CancelMission::Response> CancelMission::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto asked, ask(context, request));
  const auto& mission = asked.before.mission;
  TRY(asked.store->change(asked.who).missions().cancel(mission.id, request.reason));
  retire_ended(context);
  return mission_document(*asked.store, mission.id.text);
}

constinit const Operation k_pause_operation = changes<PauseMission>(
    {"pause", "begin nothing new in a mission; what runs comes to its end", "",
     "  {} pause\n  {} pause k3f7 --reason \"the release first\"\n", "POST", "/api/missions/{mission}/pause"});
constinit const Operation k_resume_operation =
    changes<ResumeMission>({"resume", "let a paused or held mission go on", "", "  {} resume\n  {} resume k3f7\n",
                            "POST", "/api/missions/{mission}/resume"});
constinit const Operation k_cancel_operation = changes<CancelMission>(
    {"cancel", "end a mission's work: agents are stopped, tasks cancelled",
     "Agents that run are ended within a second, also those of other processes. Branches and work trees stay.\n"
     "What was cancelled can be taken up again with `task retry` and `resume`.",
     "  {} cancel k3f7 --reason \"another way\"\n", "POST", "/api/missions/{mission}/cancel"});

}  // namespace assay::ops
