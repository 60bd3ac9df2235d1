// The verdict. Pure: the same evidence gives the same verdict, with no clock, randomness or I/O
// beyond the given sources.
#pragma once

#include "base/result.h"
#include "judge/outcome/evidence.h"
#include "model/check.h"

namespace assay::judge {

// Reads the evidence and decides. Fills everything of a Check but the run itself.
Result<model::Check> judge(const Inputs& inputs);

// The workspace verdict that follows from a judged check, and what a merge still waits for.
void conclude(model::Check& check, bool ran_commands);

}  // namespace assay::judge
