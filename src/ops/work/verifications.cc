#include "ops/work/verifications.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "engine/evidence.h"
#include "ops/given_text.h"
#include "ops/missions/missions.h"
#include "ops/operation.h"
#include "os/files.h"
#include "store/jobs.h"
#include "store/missions.h"
#include "store/verifications.h"

namespace assay::ops {

namespace {

constexpr std::uint64_t k_longest_document = std::uint64_t{64} << 20;

// A verification holds for one commit of the target and for the work as it was.
Result<std::string> why_stale(const git::Repository& repository, const model::Mission& mission,
                              const store::VerificationRecord& record) {
  if (mission.landed_at) return std::string();
  TRY_ASSIGN(const auto target, repository.find_commit(cat("refs/heads/", mission.target_branch)));
  if (target && *target != record.target_commit) {
    return cat(mission.target_branch, " has moved to ", target->substr(0, 10), " since; it was ",
               record.target_commit.substr(0, 10));
  }
  // A change sets every result back; a verification that asks a person leaves those of the checks that ran.
  const auto& checks = mission.pack.checks;
  const bool set_back = std::all_of(checks.begin(), checks.end(),
                                    [](const auto& check) { return check.status == model::AcceptanceStatus::pending; });
  if (mission.facts.acceptance == model::PackStatus::pending && set_back)
    return std::string("the work or its checks changed since");
  return std::string();
}

}  // namespace

void ShowVerification::Response::fields(Fields& f) {
  f.field(item("missionId"), mission);
  f.field(item("report", "digest of the document among the evidence"), report);
  f.field(item("stale", "why it holds no more; empty: it holds"), stale);
  f.field(item("verification", "docs/formats/verification.md; null: there was none yet"), verification);
}

Result<ShowVerification::Response> ShowVerification::run(Context& context, const Request& request) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto id, store->missions().resolve(request.mission));
  TRY_ASSIGN(const auto mission, store->missions().find(id));
  TRY_ASSIGN(const auto record, store->verifications().latest(id));
  Response out;
  out.mission = id.text;
  if (!record) return out;
  TRY_ASSIGN(const auto* repository, context.repository());
  const engine::Evidence evidence(os::join_path(home->folder, "evidence"));
  TRY_ASSIGN(const auto text, evidence.read(record->report, k_longest_document));
  TRY_ASSIGN(out.verification, parse_json(text, "the verification"));
  out.report = record->report;
  TRY_ASSIGN(out.stale, why_stale(*repository, mission, *record));
  return out;
}

namespace {

Result<void> may_be_verified(const model::Mission& mission) {
  using model::TaskState;
  if (mission.landed_at)
    return conflict(cat("mission ", mission.id.text, " has landed; there is nothing left to verify"));
  const auto& work = mission.facts.work;
  const auto done = work[TaskState::completed];
  const auto open = work.total() - done - work[TaskState::cancelled];
  if (open > 0) {
    return conflict(cat(plural(open, "task"), " of mission ", mission.id.text, open == 1 ? " is" : " are",
                        " not completed; it is verified when all work is done"));
  }
  if (done == 0)
    return conflict(cat("mission ", mission.id.text, " has no completed task, so there is nothing to verify"));
  return {};
}

}  // namespace

Result<void> queue_verification(store::Store& store, const model::MissionId& mission, const WishToVerify& wish) {
  store::JobDraft job;
  job.kind = model::JobKind::verify;
  job.name = cat("verify:", mission.text);
  job.mission = mission;
  job.payload = write_json(json::object{
      {"by", wish.who}, {"fresh", wish.results == Results::fresh}, {"acceptUnproven", wish.accept_unproven}});
  return store.change().jobs().enqueue(job);
}

Result<AskToVerify::Response> AskToVerify::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto reason, reason_of(request.accept_unproven));
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto id, store->missions().resolve(request.mission));
  TRY_ASSIGN(const auto mission, store->missions().find(id));
  TRY(may_be_verified(mission));
  store::JobFilter of_mission;
  of_mission.mission = id;
  TRY_ASSIGN(const auto jobs, store->jobs().list(of_mission));
  for (const auto& job : jobs) {
    if (job.kind == model::JobKind::verify && job.state == model::JobState::leased) {
      return conflict(cat("mission ", id.text, " is being verified by ", job.worker));
    }
  }
  TRY_ASSIGN(const auto who, context.actor());
  TRY(queue_verification(*store, id, {who, request.fresh ? Results::fresh : Results::kept_too, reason}));
  return mission_document(*store, id.text);
}

std::string present(const ShowVerification::Response& answer, const Terminal& terminal) {
  if (!answer.verification.is_object()) return cat("Not verified yet. Next: assay verify ", answer.mission, "\n");
  const auto& document = answer.verification.get_object();
  std::string out = cat(terminal.paint(Colour::bold, text_at(document, "outcome")), "  ",
                        printable(text_at(document, "reason")), "\ncommit ", text_at(document, "commit"), "\ntree   ",
                        text_at(document, "tree"), "\nreport ", answer.report, "\n");
  if (!answer.stale.empty()) out += cat(terminal.paint(Colour::yellow, "! "), printable(answer.stale), "\n");
  return out;
}

constinit const NamedSchema ShowVerification::Response::k_schema =
    named_schema<ShowVerification::Response>("mission-verification", "The latest verification of a mission");

constinit const Operation k_mission_verification_operation =
    reads<ShowVerification>({"mission.verification", "show the latest verification, and whether it still holds", "",
                             "  {} mission verification k3f7\n", "GET", "/api/missions/{mission}/verification"});
constinit const Operation k_mission_verify_operation = changes<AskToVerify>(
    {"mission.verify", "ask for a verification, which a worker does",
     "Comes back at once. `verify` does it here and shows how it goes; a running `serve` or `worker` does\n"
     "what is asked for.",
     "  {} mission verify k3f7\n", "POST", "/api/missions/{mission}/verify", 202});

}  // namespace assay::ops
