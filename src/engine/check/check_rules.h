// The rules that a workspace check is held to: [rules] and [[waive]] of the base's assay.toml, what the person who runs
// it waives, and what was known before.
#pragma once

#include <string>

#include "base/result.h"
#include "engine/check/workspace.h"
#include "git/repository.h"
#include "judge/outcome/waive.h"

namespace assay::engine {

Result<model::RulePolicy> policy_of_base(const git::Repository& repository, const std::string& base_commit);
// What the base's assay.toml says alone, as of today, with the repository's own rules.
Result<judge::RulesInForce> rules_of_base(const git::Repository& repository, const std::string& base_commit);

Result<judge::RulesInForce> rules_for(const WorkspaceRequest& request, const git::Repository& repository,
                                      const std::string& base_commit);

}  // namespace assay::engine
