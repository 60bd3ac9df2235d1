// Whether somebody is here who can check the work of others.
#pragma once

#include <string>

#include "base/result.h"
#include "git/repository.h"

namespace assay::engine {

// Any agent that the policy or the operator names, or that is built in, and whose program is on this machine.
Result<bool> can_check(const git::Repository& repository, const std::string& policy_commit);

}  // namespace assay::engine
