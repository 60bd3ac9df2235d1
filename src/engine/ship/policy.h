// How a repository wants to be deployed and looked at afterwards: [deploy] and [validate] of assay.toml,
// read from the target branch and never from the work that is shipped. Unknown keys are errors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/repository.h"

namespace assay::engine {

struct DeployPolicy {
  std::string command;  // of the shell, in a checkout of what landed; empty: nothing is deployed
  std::uint64_t timeout_ms = 900'000;
  std::vector<std::string> environment;  // names let through; "NAME*" for many
};

struct ValidationCommand {
  std::string title;
  std::string command;
  std::uint64_t timeout_ms = 600'000;
};

// An address that must answer well so many times in a row.
struct Probe {
  std::string title;
  std::string url;  // "{commit}" stands for the landed commit
  std::uint32_t status = 200;
  std::string contains;     // text that the answer must hold; empty: any
  bool commit = false;      // the answer must name the landed commit
  std::uint32_t times = 1;  // in a row
  std::uint64_t interval_ms = 2'000;
  std::uint64_t within_ms = 120'000;  // then it has failed
  std::uint64_t timeout_ms = 10'000;  // of one request
};

// An agent that looks at what was deployed, on a copy of the landed commit that it cannot change.
struct ValidationAgent {
  std::string name;          // of a profile (engine/work/agents/agent_config.h)
  std::string instructions;  // what to look at
  std::uint64_t timeout_ms = 600'000;
  double max_budget_usd = 0.5;
};

struct ValidationPolicy {
  std::vector<std::string> environment;
  std::vector<ValidationCommand> commands;
  std::vector<Probe> probes;
  std::optional<ValidationAgent> agent;
  bool empty() const { return commands.empty() && probes.empty() && !agent; }
};

struct ShipPolicy {
  DeployPolicy deploy;
  ValidationPolicy validation;
};

Result<ShipPolicy> parse_ship_policy(std::string_view text, std::string_view name);

// Of that commit (full id); nothing to deploy when it has no assay.toml.
Result<ShipPolicy> ship_policy_of(const git::Repository& repository, const std::string& commit);

}  // namespace assay::engine
