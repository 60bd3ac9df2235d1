// What follows from the proofs of a change: whether anybody would have noticed had it been absent or wrong. Pure.
#pragma once

#include <vector>

#include "judge/rule.h"
#include "model/proof.h"
#include "model/verdict.h"

namespace assay::judge {

void judge_proof(const model::Proof& proof, const TaskView& task, std::vector<model::Finding>& out);

}  // namespace assay::judge
