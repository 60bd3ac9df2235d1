// What follows from the proofs of a change: whether anybody would have noticed had it been absent or wrong. Pure.
#pragma once

#include <string_view>
#include <vector>

#include "judge/rule.h"
#include "model/proof.h"
#include "model/verdict.h"

namespace assay::judge {

// The rule of a change that asks for behaviour and that nothing proves.
inline constexpr std::string_view k_nothing_proven = "proof.nothing-proven";

// Whether that is known: a test that cannot be run on the code before may show something elsewhere, and what this
// machine cannot do is not held against the change.
bool is_known_as_unproven(const model::Proof& proof, const std::vector<model::Finding>& findings);

void judge_proof(const model::Proof& proof, const TaskView& task, std::vector<model::Finding>& out);

}  // namespace assay::judge
