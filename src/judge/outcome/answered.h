// Findings on edited tests that the proofs answer: they ask for a look, and the proofs have looked. Pure.
#pragma once

#include <vector>

#include "judge/rule.h"
#include "model/proof.h"
#include "model/verdict.h"

namespace assay::judge {

// Such findings become notes that say by which proof. Only what asks for a look (should_fix) about assertions and
// expected values of tests that stay; never tests that are gone, skipped or empty, never risks and secrets.
void answer_by_proof(const model::Proof& proof, const TaskView& task, std::vector<model::Finding>& findings);

}  // namespace assay::judge
