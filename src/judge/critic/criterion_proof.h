// What the new or changed tests of a change prove of the success criteria that name them. Pure.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "judge/critic/test_report.h"
#include "model/task.h"
#include "model/verification.h"

namespace assay::judge {

// One entry per criterion of the tasks, in their order. `ran` knows every test that ran on the work. A criterion that
// names no test has the new or changed test of `proof` whose name speaks of the same, if there is one.
// Each says what would show it; where that stands is for whoever has the trees to find out.
std::vector<model::CriterionProof> prove_criteria(std::span<const model::Task* const> tasks,
                                                  std::span<const model::VerifiedCheck> checks, const TestReport& ran,
                                                  const model::Proof& proof);

// The same of a criterion of the mission: the test whose name speaks of it, if there is one.
model::CriterionProof prove_criterion(std::string_view claim, size_t number, const model::Proof& proof);

}  // namespace assay::judge
