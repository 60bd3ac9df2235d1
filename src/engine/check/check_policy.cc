#include "engine/check/check_policy.h"

#include "base/text.h"
#include "os/files.h"

namespace assay::engine {

model::Finding policy_finding(std::string rule, std::string message) {
  model::Finding finding;
  finding.rule = std::move(rule);
  finding.source = model::Source::system;
  finding.severity = model::Severity::should_fix;
  finding.message = std::move(message);
  return finding;
}

Result<std::optional<std::string>> at_base(const git::Repository& repository, const git::Repository::Base& base,
                                           const std::string& path) {
  const std::string relative =
      path.starts_with(repository.root() + "/") ? path.substr(repository.root().size() + 1) : path;
  TRY_ASSIGN(auto answer, repository.ask({"show", "--no-textconv", cat(base.commit, ":", relative)}));
  return answer.exit_code == 0 ? std::optional(std::move(answer.output)) : std::nullopt;
}

git::Repository::Base policy_base(const WorkspaceRequest& request, const git::Repository::Base& base) {
  return request.policy_commit.empty() ? base : git::Repository::Base{base.name, request.policy_commit};
}

Result<CheckPolicy> read_check_policy(const git::Repository& repository, const git::Repository::Base& base,
                                      const std::string& workspace, const WorkspaceRequest& request) {
  const auto from = policy_base(request, base);
  CheckPolicy policy;
  std::vector<std::string> candidates = {"verifier.config.json", "assay.toml"};
  if (!request.config.empty()) candidates = {request.config};
  for (const auto& candidate : candidates) {
    const std::string path = os::join_path(workspace, candidate);
    TRY_ASSIGN(const auto committed, at_base(repository, from, path));
    if (!committed) continue;
    TRY_ASSIGN(policy.config, candidate.ends_with(".toml") ? parse_assay_toml(*committed, candidate)
                                                           : parse_verifier_config(*committed, candidate));
    TRY_ASSIGN(const auto before, at_base(repository, base, path));
    const auto now = os::read_file(path, 1 << 20);
    const bool is_changed = now ? *now != *committed && *now != before : before.has_value();
    if (is_changed) {
      policy.findings.push_back(policy_finding(
          "config.policy-changed",
          cat(candidate,
              " is changed by the change itself; its version at the base was used, its rules and waivers too.")));
    }
    return policy;
  }
  if (request.policy_commit.empty()) {
    TRY_ASSIGN(policy.config, load_config(workspace, request.config));
  }
  for (const auto& candidate : candidates) {
    const auto path = os::join_path(workspace, candidate);
    if (!path.starts_with(repository.root() + "/") || !os::exists(path)) continue;
    policy.by_change = true;
    policy.findings.push_back(policy_finding(
        "config.policy-added",
        cat(candidate, " is not part of the base, so the change may have written it; commit it to the base first.")));
  }
  return policy;
}

}  // namespace assay::engine
