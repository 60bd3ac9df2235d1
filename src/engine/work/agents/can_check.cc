#include "engine/work/agents/can_check.h"

#include <algorithm>

#include "engine/work/agents/agent_choice.h"
#include "engine/work/agents/agent_config.h"

namespace assay::engine {

Result<bool> can_check(const git::Repository& repository, const std::string& policy_commit) {
  TRY_ASSIGN(const auto config, read_agents(repository, policy_commit));
  return std::any_of(config.profiles.begin(), config.profiles.end(),
                     [](const agents::Profile& profile) { return program_of(profile).has_value(); });
}

}  // namespace assay::engine
