// What is left of work that is over: found by reading files and the store, without git.
#pragma once

#include <vector>

#include "ops/context.h"
#include "ops/setup.h"

namespace assay::ops {

std::vector<Doctor::Finding> look_at_leftovers(Context& context);

}  // namespace assay::ops
