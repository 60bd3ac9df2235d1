// A check for people at a terminal.
#pragma once

#include <string>

#include "model/check.h"

namespace assay::report {

// What was proven of a change, a line for each thing; `most` of each kind.
std::string proof_terminal(const model::Proof& proof, size_t most, bool colour);

std::string terminal(const model::Check& check, bool colour);

// The long form: every place of every finding, what each runner counted, what the diff holds.
std::string explanation(const model::Check& check, bool colour);

}  // namespace assay::report
