// The sandbox around the commands of a check: whether there is one, and what is granted in it.
#pragma once

#include <string>

#include "base/result.h"
#include "engine/check/config.h"
#include "engine/check/workspace.h"
#include "engine/run/command_sandbox.h"
#include "engine/verify_policy.h"
#include "git/repository.h"

namespace assay::engine {

// `by_change`: the change may have written the configuration, and does not switch off the sandbox around its own code.
SandboxMode sandbox_mode_of(const WorkspaceRequest& request, const CheckConfig& config, bool by_change);

// `policy`: of the base. `evidence`: the folder that keeps runs.
Result<CommandSandbox> choose_sandbox(const WorkspaceRequest& request, SandboxMode mode, const std::string& workspace,
                                      const VerifyPolicy& policy, const std::string& evidence);

}  // namespace assay::engine
