#include "engine/check/check_sandbox.h"

#include "base/text.h"
#include "engine/check/artifacts.h"

namespace assay::engine {

SandboxMode sandbox_mode_of(const WorkspaceRequest& request, const CheckConfig& config, bool by_change) {
  if (request.sandbox) return *request.sandbox;
  const auto configured = config.sandbox.value_or(request.sandbox_otherwise);
  return by_change && configured == SandboxMode::off ? SandboxMode::automatic : configured;
}

Result<CommandSandbox> choose_sandbox(const WorkspaceRequest& request, SandboxMode mode, const std::string& workspace,
                                      const VerifyPolicy& policy, const std::string& evidence) {
  CommandSandbox out;
  if (mode == SandboxMode::off) return out;
  const bool automatic = mode == SandboxMode::automatic;
  if (automatic && policy.sandbox_off) return out;
  if (const auto why = automatic ? why_no_sandbox(workspace) : std::string(); !why.empty()) {
    out.note = cat("without a sandbox, code of the change runs with your rights: ", why,
                   ". `assay doctor` says how to get one; --sandbox off says that you want none");
    return out;
  }
  out.used = true;
  out.request.tools = os::Sandbox::Tools::programs_and_packages;
  out.request.limits = policy.limits;
  out.request.network = request.network || policy.network ? os::Sandbox::Network::host : os::Sandbox::Network::none;
  out.request.readable = policy.readable;
  out.request.readable.insert(out.request.readable.end(), request.readable.begin(), request.readable.end());
  out.environment = policy.environment;
  out.environment.insert(out.environment.end(), request.environment.begin(), request.environment.end());
  if (holds_only_runs(evidence)) out.request.sealed.push_back(evidence);
  return out;
}

}  // namespace assay::engine
