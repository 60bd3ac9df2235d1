// What to set so that the gate catches more, or blocks less honest work, derived from what was measured.
#pragma once

#include <string>
#include <vector>

#include "engine/calibrate/calibration.h"

namespace assay::engine {

std::vector<std::string> advise(const Calibration& calibration);

}  // namespace assay::engine
