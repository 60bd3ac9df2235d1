#include "engine/verify/base_evidence.h"

#include <algorithm>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "base/version.h"
#include "engine/check/snapshot.h"
#include "engine/run/text_sum.h"
#include "engine/verify/mission_checks.h"
#include "engine/verify/reuse.h"
#include "git/commit.h"
#include "os/environment.h"
#include "plan/evidence_lint.h"
#include "store/verifications.h"

namespace assay::engine {

Result<BaseEvidence> BaseEvidence::open(const git::Repository& repository, const store::Store* store,
                                        std::string_view commit) {
  TRY_ASSIGN(auto tree, git::Tree::open(repository, commit));
  TRY_ASSIGN(auto id, git::tree_of(repository, commit));
  auto machine = machine_for(tree);
  return BaseEvidence(std::move(tree), std::move(id), store, std::move(machine));
}

BaseEvidence::Machine BaseEvidence::machine_for(const git::Tree& tree) {
  const auto policy = read_policy(tree).value_or(VerifyPolicy());
  auto environment = os::make_environment(os::EnvironmentMode::scrubbed, policy.environment, {});
  std::sort(environment.begin(), environment.end());
  TextSum sum;
  sum.add_all(environment);
  sum.add_all(policy.readable);
  sum.add(cat(policy.sandbox_off ? "off" : "sandbox", " ", policy.network ? "network" : "alone"));
  return {tools_for(policy.environment), sum.digest()};
}

Result<BaseTrial> BaseEvidence::of(const model::SuccessCriterion& criterion) const {
  if (const auto why = plan::why_holds_on_base(criterion, *snapshot_of(m_tree)))
    return BaseTrial{model::OnBase::holds, *why};
  if (m_store == nullptr || !model::is_machine_checked(criterion.evidence)) return BaseTrial{};
  TRY_ASSIGN(const auto kept, m_store->verifications().kept_result(name_of(criterion)));
  const auto value = kept ? parse_json(*kept, "a kept trial") : Result<json::value>(json::value());
  if (!value || !value->is_object()) return BaseTrial{};
  const auto on_base = model::on_base_named(text_at(value->get_object(), "onBase"));
  return BaseTrial{on_base.value_or(model::OnBase::not_tried), text_at(value->get_object(), "found")};
}

Result<void> BaseEvidence::keep(store::Store& store, const model::SuccessCriterion& criterion,
                                const BaseTrial& trial) const {
  const store::KeptResult result{
      name_of(criterion), write_json(json::object{{"onBase", name(trial.on_base)}, {"found", to_utf8(trial.found)}})};
  return store.change().verifications().keep_results({&result, 1});
}

std::string BaseEvidence::name_of(const model::SuccessCriterion& criterion) const {
  TextSum sum;
  for (const auto& text : {std::string(version()), m_tree_id, std::string(name(criterion.evidence)), m_machine.rest})
    sum.add(text);
  for (const auto& [key, value] : criterion.arguments) {
    sum.add(key);
    sum.add(value);
    sum.add(m_machine.tools.behind(value));
  }
  return cat("base-evidence-", sum.digest());
}

}  // namespace assay::engine
