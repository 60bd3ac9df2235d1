#include "model/proof.h"

#include <algorithm>

#include "base/names.h"

namespace assay::model {

namespace {

constexpr std::string_view k_proofs[] = {"discriminating", "flaky", "always_green", "invalid", "indeterminate"};
constexpr std::string_view k_levels[] = {"off", "tests", "full"};
constexpr std::string_view k_hunk_proofs[] = {"proven", "unproven", "nothing_to_prove", "not_tried"};

}  // namespace

std::string_view name(TestProof proof) { return name_in(k_proofs, proof); }
std::string_view name(ProofLevel level) { return name_in(k_levels, level); }
std::string_view name(HunkProof proof) { return name_in(k_hunk_proofs, proof); }

bool shows_a_difference(const Proof& proof) {
  return !proof.mended.empty() || count_of(proof, TestProof::discriminating) > 0;
}

bool judges_the_difference(const Proof& proof) {
  if (!proof.mended.empty() || proof.noticed_by_new > 0) return true;
  // That a crash is gone needs no assertion, if anybody watches what is there now.
  const bool judged = std::any_of(proof.tests.begin(), proof.tests.end(), [&](const ProvenTest& test) {
    return test.proof == TestProof::discriminating && (test.asserted || (!test.lacks_own && proof.noticed > 0));
  });
  return judged || (proof.tried == 0 && proof.unreached == 0) || proof.out_of_time;
}

bool is_worth_showing(const Proof& proof) { return proof.level != ProofLevel::off || !proof.unknown.empty(); }

std::uint64_t count_of(const Proof& proof, HunkProof kind) {
  return static_cast<std::uint64_t>(
      std::count_if(proof.hunks.begin(), proof.hunks.end(), [&](const auto& hunk) { return hunk.proof == kind; }));
}

std::uint64_t count_of(const Proof& proof, TestProof kind) {
  return static_cast<std::uint64_t>(
      std::count_if(proof.tests.begin(), proof.tests.end(), [&](const auto& test) { return test.proof == kind; }));
}

}  // namespace assay::model
