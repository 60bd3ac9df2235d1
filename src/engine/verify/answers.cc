#include "engine/verify/answers.h"

#include "engine/verify/integration.h"
#include "report/read_verification.h"
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

}  // namespace assay::engine
