// What is left of work that is over: found by reading files and the store, without git.
#pragma once

#include <string>
#include <vector>

#include "ops/context.h"
#include "ops/setup/setup.h"

namespace assay::ops {

std::vector<Doctor::Finding> look_at_leftovers(Context& context);

// What is to be said of an index.lock that a landing of ours left.
std::string cut_off_move(const std::string& lock);

}  // namespace assay::ops
