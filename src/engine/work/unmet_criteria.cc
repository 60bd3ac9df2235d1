#include "engine/work/unmet_criteria.h"

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "plan/criterion_evidence.h"

namespace assay::engine {

namespace {

using model::CriterionProof;
using model::SuccessCriterion;

// A person looked at this work, criteria that failed and all.
bool is_accepted(const model::Verification& verification) {
  return std::any_of(verification.checks.begin(), verification.checks.end(), [](const model::VerifiedCheck& check) {
    return check.kind == model::AcceptanceKind::manual && check.status == model::AcceptanceStatus::passed;
  });
}

bool is_accepted(const model::TaskId& task, const std::vector<store::AcceptedWork>& accepted) {
  return std::any_of(accepted.begin(), accepted.end(), [&](const store::AcceptedWork& work) {
    return work.task == task && work.actor.starts_with("person:");
  });
}

// Of a mission's criterion what decided it; of a task's, its own evidence.
std::vector<SuccessCriterion> evidence_for(const CriterionProof& proof, const std::vector<model::Task>& tasks) {
  if (proof.task.empty()) return plan::evidence_of(proof.claim);
  std::vector<SuccessCriterion> out;
  for (const auto& task : tasks) {
    if (task.id != proof.task) continue;
    for (const auto& criterion : task.success_criteria) {
      if (criterion.id == proof.id) out.push_back(criterion);
    }
  }
  return out;
}

// Of what a command or a test shows, the check that ran it is a failure of its own, and told by more.
bool is_told_by_check(const std::vector<SuccessCriterion>& evidence, const model::Verification& verification) {
  const auto& checks = verification.checks;
  const bool failed = std::any_of(checks.begin(), checks.end(), [](const model::VerifiedCheck& check) {
    return check.kind == model::AcceptanceKind::command && check.status == model::AcceptanceStatus::failed;
  });
  return failed && std::any_of(evidence.begin(), evidence.end(), [](const SuccessCriterion& each) {
           return each.evidence == model::EvidenceKind::command || each.evidence == model::EvidenceKind::test;
         });
}

std::string fingerprint_of(const CriterionProof& proof) {
  Sha256 digest;
  digest.add(cat("criterion\n", proof.claim, "\n", proof.evidence, "\n"));
  return digest.hex().substr(0, 16);
}

}  // namespace

std::vector<ToMend> unmet_criteria(const std::vector<model::Task>& tasks,
                                   const std::vector<store::AcceptedWork>& accepted,
                                   const model::Verification& verification) {
  std::vector<ToMend> out;
  if (is_accepted(verification)) return out;
  for (const auto& proof : verification.criteria) {
    if (proof.standing != model::CriterionStanding::failed || is_accepted(proof.task, accepted)) continue;
    ToMend each;
    each.criteria = evidence_for(proof, tasks);
    if (is_told_by_check(each.criteria, verification)) continue;
    auto& failure = each.failure;
    failure.title = cat(proof.id, " does not hold: ", excerpt(proof.claim, 160));
    failure.kind = model::AcceptanceKind::manual;
    failure.expected = proof.claim;
    failure.observed = proof.found;
    if (!proof.evidence.empty()) failure.evidence.push_back(cat("shown by: ", proof.evidence));
    failure.fingerprint = fingerprint_of(proof);
    // A fix has the criterion that it is for: that is the same failure.
    const bool is_known = std::any_of(
        out.begin(), out.end(), [&](const ToMend& other) { return other.failure.fingerprint == failure.fingerprint; });
    if (is_known) continue;
    if (!proof.task.empty()) each.whose = {{proof.task}, true};
    out.push_back(std::move(each));
  }
  return out;
}

}  // namespace assay::engine
