// A check in a few lines for whoever has to mend the change, most of all a model: what it came to, what to fix and
// where, what ran, what to do next. Bounded, whatever was found.
#pragma once

#include <string>

#include "model/check.h"

namespace assay::report {

std::string brief(const model::Check& check);

}  // namespace assay::report
