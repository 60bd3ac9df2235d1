// Which agents there are and which one does what: [agents.NAME] and [[agents.choose]].
//
// Read from assay.toml of the target branch (what the repository wants) and from operator.toml (see
// operator_config.h), never from the work of an agent. A repository may describe agents; only the operator
// may let one out of the sandbox or near his own files, so those keys are errors in assay.toml, and a
// profile the operator defines replaces the repository's of that name as a whole.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.h"
#include "base/result.h"
#include "git/repository.h"
#include "model/task.h"

namespace assay::engine {

// All conditions that are given must hold; a rule without any always matches.
struct ChooseRule {
  std::string agent;
  std::vector<std::string> paths;      // patterns; one of what the task may touch fits
  std::vector<model::TaskKind> kinds;  // one of these
  std::vector<std::string> keywords;   // one of these words in the task's name or instructions
  std::string source;
};

struct AgentConfig {
  std::vector<agents::Profile> profiles;  // configured ones, then those that are built in
  std::vector<ChooseRule> rules;          // the first that matches decides
};

enum class ConfigOwner { repository, person };

// Adds what a file says: what was there before stands above it. Other tables are not looked at.
Result<void> add_agents(std::string_view text, std::string_view file, ConfigOwner owner, AgentConfig& config);
// A profile per built-in kind, unless the configuration has one of that name.
void add_built_in(AgentConfig& config);

// `policy_commit` is the commit whose assay.toml counts; empty: none.
Result<AgentConfig> read_agents(const git::Repository& repository, const std::string& policy_commit);

const agents::Profile* find_profile(const AgentConfig& config, std::string_view name);

}  // namespace assay::engine
