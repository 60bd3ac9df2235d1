// A plan held against the commit that its work starts from.
#pragma once

#include <string_view>

#include "base/result.h"
#include "git/repository.h"
#include "model/plan.h"

namespace assay::engine {

// Error: evidence of a success criterion that holds before any work is done, by the files of that commit alone. Names
// every one. An empty commit holds nothing.
Result<void> check_plan_on_base(const git::Repository& repository, std::string_view commit, const model::Plan& plan);

}  // namespace assay::engine
