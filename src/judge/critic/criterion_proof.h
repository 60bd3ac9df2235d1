// What the new or changed tests of a change prove of the success criteria that name them. Pure.
#pragma once

#include <span>
#include <vector>

#include "judge/critic/test_report.h"
#include "model/task.h"
#include "model/verification.h"

namespace assay::judge {

// One entry per criterion of the tasks, in their order. `ran` knows every test that ran on the work. A criterion that
// names no test has the new or changed test of `proof` whose name speaks of the same, if there is one.
std::vector<model::CriterionProof> prove_criteria(std::span<const model::Task* const> tasks,
                                                  std::span<const model::VerifiedCheck> checks, const TestReport& ran,
                                                  const model::Proof& proof);

}  // namespace assay::judge
