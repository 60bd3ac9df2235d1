#include "judge/critic/criterion_proof.h"

#include <algorithm>

#include "base/text.h"
#include "judge/claim_proof.h"
#include "judge/critic/criterion.h"

namespace assay::judge {

namespace {

using model::CriterionProof;
using model::ProvenTest;
using model::TestProof;

// A criterion is proven as well as the test that proves least.
int strength(TestProof proof) {
  switch (proof) {
    case TestProof::always_green: return 0;
    case TestProof::indeterminate: return 1;
    case TestProof::invalid: return 2;
    case TestProof::flaky: return 3;
    case TestProof::discriminating: break;
  }
  return 4;
}

const ProvenTest* weakest_of(std::string_view name, std::span<const model::VerifiedCheck> checks) {
  const ProvenTest* out = nullptr;
  for (const auto& check : checks) {
    for (const auto& test : check.proofs) {
      if (!is_called(test.test, name)) continue;
      if (out == nullptr || strength(test.proof) < strength(out->proof)) out = &test;
    }
  }
  return out;
}

std::string why_unclassified(std::string_view name, const TestReport& ran) {
  switch (ran.standing(name)) {
    case TestReport::Standing::passed: return "it passes, and was not run on the code before";
    case TestReport::Standing::failed: return "it fails on the work";
    case TestReport::Standing::skipped: return "it was skipped";
    case TestReport::Standing::unknown: break;
  }
  return "no check ran a test of that name";
}

CriterionProof prove(const model::Task& task, const model::SuccessCriterion& criterion,
                     std::span<const model::VerifiedCheck> checks, const TestReport& ran, const model::Proof& proof) {
  CriterionProof out{task.id, criterion.id, criterion.claim, {}, std::nullopt, std::string(k_no_proof)};
  if (criterion.evidence != model::EvidenceKind::test) {
    find_proof(proof, out);
    return out;
  }
  out.test = trim(argument(criterion, "name"));
  if (const auto* test = weakest_of(out.test, checks)) {
    out.proof = test->proof;
    out.detail = test->detail;
    out.lines = lines_proven_by(proof, test->test);
  } else {
    out.detail = why_unclassified(out.test, ran);
  }
  return out;
}

}  // namespace

CriterionProof prove_criterion(std::string_view claim, size_t number, const model::Proof& proof) {
  CriterionProof out{{}, cat("C-", number), std::string(claim), {}, std::nullopt, std::string(k_no_proof)};
  find_proof(proof, out);
  return out;
}

std::vector<CriterionProof> prove_criteria(std::span<const model::Task* const> tasks,
                                           std::span<const model::VerifiedCheck> checks, const TestReport& ran,
                                           const model::Proof& proof) {
  std::vector<CriterionProof> out;
  for (const auto* task : tasks) {
    for (const auto& criterion : task->success_criteria) out.push_back(prove(*task, criterion, checks, ran, proof));
  }
  return out;
}

}  // namespace assay::judge
