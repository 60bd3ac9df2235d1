// The settings that a workspace check is held to, read from the base revision, so that a change cannot bring its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/check/config.h"
#include "engine/check/workspace.h"
#include "git/repository.h"
#include "model/verdict.h"

namespace assay::engine {

struct CheckPolicy {
  CheckConfig config;
  std::vector<model::Finding> findings;
  bool by_change = false;  // the change may have written it
};

// The revision whose settings count.
git::Repository::Base policy_base(const WorkspaceRequest& request, const git::Repository::Base& base);
Result<CheckPolicy> read_check_policy(const git::Repository& repository, const git::Repository::Base& base,
                                      const std::string& workspace, const WorkspaceRequest& request);

model::Finding policy_finding(std::string rule, std::string message);
// A file of the workspace as it was at the base; nothing when it was not there.
Result<std::optional<std::string>> at_base(const git::Repository& repository, const git::Repository::Base& base,
                                           const std::string& path);

}  // namespace assay::engine
