#include "engine/verify/mission_checks.h"

#include "engine/check/gate.h"
#include "engine/check/snapshot.h"
#include "plan/checks.h"
#include "store/waivers.h"

namespace assay::engine {

namespace {

using model::AcceptanceKind;

model::AcceptanceCheck check_of(const CheckSettings& settings) {
  model::AcceptanceCheck check;
  check.title = settings.title;
  check.kind = settings.command.empty() ? AcceptanceKind::file : AcceptanceKind::command;
  if (settings.command.empty())
    check.path = settings.path;
  else
    check.command = settings.command;
  check.detail = settings.detail.empty() ? std::string("assay.toml") : settings.detail;
  return check;
}

}  // namespace

Result<VerifyPolicy> read_policy(const git::Tree& tree) {
  TRY_ASSIGN(const auto text, tree.read("assay.toml", 1 << 20));
  if (!text) return VerifyPolicy{};
  return parse_verify_policy(*text, "assay.toml");
}

Result<std::vector<model::AcceptanceCheck>> checks_for(const git::Repository& repository, std::string_view commit,
                                                       std::string_view prompt,
                                                       const std::vector<std::string>& touched) {
  TRY_ASSIGN(const auto tree, git::Tree::open(repository, commit));
  TRY_ASSIGN(const auto policy, read_policy(tree));
  return checks_for(tree, policy, prompt, touched);
}

std::vector<model::AcceptanceCheck> checks_for(const git::Tree& tree, const VerifyPolicy& policy,
                                               std::string_view prompt, const std::vector<std::string>& touched) {
  auto out = plan::synthesize(*snapshot_of(tree), {prompt, touched});
  std::vector<model::AcceptanceCheck> ours;
  for (const auto& settings : policy.checks) ours.push_back(check_of(settings));
  ours.push_back(gate_check());
  const bool review_is_last = !out.empty() && out.back().kind == AcceptanceKind::manual;
  out.insert(review_is_last ? out.end() - 1 : out.end(), ours.begin(), ours.end());
  return out;
}

Result<judge::RulesInForce> rules_for_missions(const store::Store& store, std::span<const model::MissionId> missions,
                                               const model::RulePolicy& policy, Time now) {
  judge::RulesInForce out{policy, to_iso(now).substr(0, 10), {}};
  for (const auto& mission : missions) {
    TRY_ASSIGN(const auto waivers, store.waivers().of(mission));
    out.policy.waivers.insert(out.policy.waivers.end(), waivers.begin(), waivers.end());
  }
  return out;
}

}  // namespace assay::engine
