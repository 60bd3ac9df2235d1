#include "engine/verify/answers.h"

#include <algorithm>

#include "base/text.h"
#include "engine/verify/integration.h"
#include "report/read_verification.h"
#include "store/missions.h"
#include "store/tasks.h"
#include "store/verifications.h"

namespace assay::engine {

namespace {

Result<std::optional<model::Verification>> last_of(const store::Store& store, const Evidence& evidence,
                                                   const model::MissionId& mission) {
  TRY_ASSIGN(const auto record, store.verifications().latest(mission));
  if (!record) return std::optional<model::Verification>();
  TRY_ASSIGN(const auto text, evidence.read(record->report, k_document_limit));
  TRY_ASSIGN(auto document, report::read_verification(text, record->report));
  return std::optional(std::move(document));
}

}  // namespace

Result<Answerable> answerable(const git::Repository& repository, const store::Store& store, const Evidence& evidence,
                              const model::Mission& mission) {
  Answerable out;
  TRY_ASSIGN(const auto tasks, store.tasks().of(mission.id, {}));
  const auto now = find_work(repository, mission, tasks, {});
  TRY_ASSIGN(const auto last, last_of(store, evidence, mission.id));
  if (!last || last->work.empty()) {
    if (!now) return now.error();
    out.work = sum_of(*now);
    return out;
  }
  out.work = last->work;
  out.moved = now && sum_of(*now) != last->work;
  for (const auto& check : last->checks) {
    if (check.for_person && check.kind == model::AcceptanceKind::command) out.asked.push_back(check.id);
  }
  return out;
}

Result<std::optional<model::AcceptanceCheck>> open_question(const store::Store& store, const model::MissionId& id) {
  TRY_ASSIGN(const auto last, store.verifications().latest(id));
  if (!last || last->outcome != model::VerificationOutcome::needs_person)
    return std::optional<model::AcceptanceCheck>();
  TRY_ASSIGN(const auto mission, store.missions().find(id));
  // An edit of the pack sets all checks back; what the last verification said of each stays, and of these alone how to
  // answer them.
  const auto is_open = [&](const model::AcceptanceCheck& check) {
    const auto* answer = answer_to(mission.pack, check.id);
    const bool answered = answer != nullptr && answer->answered_at >= last->finished_at;
    return !answered && contains(check.last_output.value_or(""), answer_command(id, check));
  };
  const auto& checks = mission.pack.checks;
  const auto found = std::find_if(checks.begin(), checks.end(), is_open);
  return found == checks.end() ? std::optional<model::AcceptanceCheck>() : std::optional(*found);
}

std::string answer_command(const model::MissionId& mission, const model::AcceptanceCheck& check) {
  return cat("assay pack answer ", check.id.text, " --mission ", mission.text, " --reason \"…\"");
}

}  // namespace assay::engine
