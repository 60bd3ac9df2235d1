#include "engine/verify/proven_criteria.h"

#include <algorithm>

#include "judge/critic/criterion_proof.h"
#include "report/read_verification.h"
#include "store/tasks.h"
#include "store/verifications.h"

namespace assay::engine {

namespace {

using model::CriterionProof;

// Evidence that was removed is no error here: then nothing is known.
std::vector<CriterionProof> known(const Evidence& evidence, const std::string& report) {
  const auto document = evidence.read(report, k_document_limit);
  if (!document) return {};
  auto verification = report::read_verification(*document, report);
  return verification ? std::move(verification->criteria) : std::vector<CriterionProof>();
}

}  // namespace

Result<std::vector<CriterionProof>> proven_criteria(const store::Store& store, const Evidence& evidence,
                                                    const model::Mission& mission) {
  TRY_ASSIGN(const auto tasks, store.tasks().of(mission.id, {}));
  std::vector<const model::Task*> asked;
  for (const auto& task : tasks) {
    if (counted(task) != model::Counted::nowhere && task.state != model::TaskState::cancelled) asked.push_back(&task);
  }
  auto out = judge::prove_criteria(asked, {}, {}, {});
  size_t number = 0;
  for (const auto& criterion : mission.pack.criteria) out.push_back(judge::prove_criterion(criterion, ++number, {}));
  if (out.empty()) return out;
  TRY_ASSIGN(const auto record, store.verifications().latest(mission.id));
  const bool holds = record && mission.facts.acceptance != model::PackStatus::pending;
  const auto found = holds ? known(evidence, record->report) : std::vector<CriterionProof>();
  for (auto& criterion : out) {
    const auto same = std::find_if(found.begin(), found.end(), [&](const CriterionProof& each) {
      return each.task == criterion.task && each.id == criterion.id && each.claim == criterion.claim &&
             (criterion.test.empty() || each.test == criterion.test);
    });
    if (same != found.end())
      criterion = *same;
    else if (!criterion.test.empty())
      criterion.detail = "not verified yet";
  }
  return out;
}

}  // namespace assay::engine
