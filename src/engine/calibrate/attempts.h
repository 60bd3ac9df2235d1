// The files of each variant of a past commit. Several attempts where one may not be green: a test that cannot be left
// out because its class would be empty, an import that is not used any more.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/calibrate/calibration.h"
#include "engine/calibrate/past_commit.h"
#include "engine/prove/lab.h"
#include "prove/mutants.h"

namespace assay::engine {

struct VariantAttempt {
  Variant variant{};
  std::string path{};  // as VariantResult
  std::string edit{};
};

constexpr size_t k_most_attempts = 3;

// All kinds but `broken`. None: it cannot be made of this commit.
Result<std::vector<VariantAttempt>> attempts_of(const PastCommit& commit, VariantKind kind);

// The commit's tests on the code before it.
VariantAttempt tests_before(const PastCommit& commit);

// Mutants of the lines that the commit changes, those of different lines first.
std::vector<prove::Mutant> mutants_of_commit(const PastCommit& commit);
// The commit with a mutant and all of its tests.
VariantAttempt broken(const PastCommit& commit, const prove::Mutant& mutant);
// The same without the new tests that `log` names, and last without any test of the commit.
Result<std::vector<VariantAttempt>> broken_unnoticed(const PastCommit& commit, const prove::Mutant& mutant,
                                                     std::string_view log);

}  // namespace assay::engine
