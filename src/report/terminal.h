// A check for people at a terminal.
#pragma once

#include <string>

#include "model/check.h"

namespace assay::report {

std::string terminal(const model::Check& check, bool colour);

// The long form: every place of every finding, what each runner counted, what the diff holds.
std::string explanation(const model::Check& check, bool colour);

}  // namespace assay::report
