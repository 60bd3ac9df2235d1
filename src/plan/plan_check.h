// Whether a plan makes sense. Inside this room only; parse_plan asks.
#pragma once

#include "model/plan.h"
#include "plan/problems.h"

namespace assay::plan {

void check_plan(const model::Plan& plan, Problems& problems);

}  // namespace assay::plan
