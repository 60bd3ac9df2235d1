// A check for people to read in a pull request or a terminal.
#pragma once

#include <string>

#include "model/check.h"

namespace assay::report {

std::string markdown(const model::Check& check);

}  // namespace assay::report
