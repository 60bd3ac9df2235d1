// A person may accept work that nothing proves. What was said holds for that very work: the same mission, the same tips
// of its branches, the same wish. It holds again when the target moves, because the target was not what was looked at;
// it ends with the next commit on a branch.
#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "engine/check/gate.h"
#include "engine/run/text_sum.h"
#include "engine/verify/run.h"
#include "report/read_verification.h"
#include "store/verifications.h"

namespace assay::engine {

namespace {

std::string acceptance_name(const VerifyRun& run, const Work& work) {
  TextSum sum;
  sum.add(run.mission.id.text);
  sum.add(what_was_asked(run.mission, run.tasks));
  for (const auto& branch : work.branches) sum.add(branch.commit);
  return cat("unproven-", sum.digest());
}

std::string write_acceptance(const model::AcceptedUnproven& accepted) {
  return write_json(json::object{{"by", accepted.by}, {"at", to_iso(accepted.at)}, {"reason", accepted.reason}});
}

std::optional<model::AcceptedUnproven> read_acceptance(const model::MissionId& mission, std::string_view text) {
  const auto value = parse_json(text, "what was accepted");
  if (!value || !value->is_object()) return std::nullopt;
  const auto& from = value->get_object();
  const auto at = time_from_iso(text_at(from, "at"));
  if (!at || text_at(from, "by").empty()) return std::nullopt;
  return model::AcceptedUnproven{mission, text_at(from, "by"), *at, text_at(from, "reason")};
}

}  // namespace

Result<void> find_acceptance(VerifyRun& run, const Work& work) {
  const auto& reason = run.request.accept_unproven;
  if (!reason.empty()) {
    if (!run.request.actor.starts_with("person:"))
      return invalid_input(cat("only a person accepts work that nothing proves, not ", run.request.actor));
    run.accepted = {{run.mission.id, run.request.actor, run.context.clock.now(), reason}};
    return {};
  }
  TRY_ASSIGN(const auto kept, run.context.store.verifications().kept_result(acceptance_name(run, work)));
  if (auto before = kept ? read_acceptance(run.mission.id, *kept) : std::nullopt) run.accepted = {std::move(*before)};
  return {};
}

Result<void> keep_acceptance(VerifyRun& run, const Work& work) {
  if (run.request.accept_unproven.empty()) return {};
  if (run.result.accepted_unproven.empty()) {
    run.result.notes.emplace_back("Nothing had to be accepted: that the work is unproven was not found.");
    return {};
  }
  const store::KeptResult kept{acceptance_name(run, work), write_acceptance(run.accepted.front())};
  return run.context.store.change().verifications().keep_results({&kept, 1});
}

Result<void> gather_acceptances(VerifyRun& run, const std::vector<const model::Mission*>& missions) {
  for (const auto* mission : missions) {
    TRY_ASSIGN(const auto record, run.context.store.verifications().latest(mission->id));
    const auto document = record ? run.evidence.read(record->report, k_document_limit) : Result<std::string>("");
    if (!document || document->empty()) continue;  // it was removed; then nothing is known
    auto verification = report::read_verification(*document, record->report);
    if (!verification) continue;
    for (auto& accepted : verification->accepted_unproven) run.accepted.push_back(std::move(accepted));
    for (auto& criterion : verification->criteria) {
      if (criterion.standing == model::CriterionStanding::failed) run.known_unmet.push_back(std::move(criterion));
    }
  }
  return {};
}

}  // namespace assay::engine
