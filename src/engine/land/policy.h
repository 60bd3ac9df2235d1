// How a repository wants work to land: [land] of assay.toml, read from the target branch and never from
// the work that lands. Unknown keys are errors.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "git/remote.h"
#include "git/repository.h"
#include "model/landing.h"

namespace assay::engine {

struct LandPolicy {
  model::LandStrategy strategy = model::LandStrategy::merge;
  model::LandVia via = model::LandVia::direct;
  std::string remote;       // its name; empty: this repository alone
  std::string message;      // template of the commit's message; empty: ours
  std::string pr_command;   // opens the pull request; empty: printed for a person
  std::uint32_t batch = 8;  // missions of the queue that are verified together
  std::chrono::milliseconds remote_timeout = git::k_remote_silence;  // of silence
};

Result<LandPolicy> parse_land_policy(std::string_view text, std::string_view name);

// Of that commit (full id); the default when it has no assay.toml.
Result<LandPolicy> land_policy_of(const git::Repository& repository, const std::string& commit);

}  // namespace assay::engine
