#include "engine/check/check_rules.h"

#include "base/text.h"
#include "engine/check/artifacts.h"
#include "engine/check/baseline.h"
#include "engine/check/own_rules.h"
#include "engine/rule_policy.h"

namespace assay::engine {

Result<model::RulePolicy> policy_of_base(const git::Repository& repository, const std::string& base_commit) {
  TRY_ASSIGN(const auto answer, repository.ask({"show", "--no-textconv", cat(base_commit, ":assay.toml")}));
  if (answer.exit_code != 0) return model::RulePolicy();
  return parse_rule_policy(answer.output, "assay.toml");
}

Result<judge::RulesInForce> rules_of_base(const git::Repository& repository, const std::string& base_commit) {
  judge::RulesInForce out;
  out.today = utc_now().substr(0, 10);
  TRY_ASSIGN(out.policy, policy_of_base(repository, base_commit));
  TRY_ASSIGN(out.own, own_rules_of(repository, base_commit, out.policy));
  return out;
}

Result<judge::RulesInForce> rules_for(const WorkspaceRequest& request, const git::Repository& repository,
                                      const std::string& base_commit) {
  TRY_ASSIGN(auto out, rules_of_base(repository, base_commit));
  out.policy.waivers.insert(out.policy.waivers.end(), request.waivers.begin(), request.waivers.end());
  if (!request.baseline.empty()) {
    TRY_ASSIGN(out.known, read_baseline(repository, base_commit, request.baseline));
  }
  return out;
}

}  // namespace assay::engine
