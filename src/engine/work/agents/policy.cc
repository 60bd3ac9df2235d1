#include "engine/work/agents/policy.h"

#include <boost/json.hpp>

#include "base/names.h"
#include "base/settings.h"
#include "base/toml.h"
#include "git/snapshot.h"

namespace assay::engine {

namespace {

constexpr std::string_view k_stalls[] = {"warn", "kill", "retry"};
constexpr std::string_view k_file = "assay.toml";

}  // namespace

std::string_view name(StallPolicy policy) { return name_in(k_stalls, policy); }

Result<WorkPolicy> parse_work_policy(std::string_view text, std::string_view name) {
  TRY_ASSIGN(const auto document, parse_toml(text, name));
  WorkPolicy policy;
  const auto* table = document.get_object().if_contains("work");
  if (table == nullptr) return policy;
  Settings settings(*table, std::string(name) + ": [work]");
  set_if_given(policy.heartbeat_ms, settings.duration_ms("heartbeat"));
  set_if_given(policy.stalled, settings.choice("stalled", {std::begin(k_stalls), std::end(k_stalls)}));
  set_if_given(policy.retry_delay_ms, settings.duration_ms("retry_delay"));
  set_if_given(policy.progress_ms, settings.duration_ms("progress"));
  set_if_given(policy.max_rounds, settings.number("max_rounds", 1, 100));
  TRY(settings.finish());
  return policy;
}

Result<std::string> policy_commit_of(const git::Repository& repository, const model::Mission& mission) {
  TRY_ASSIGN(const auto target, repository.find_commit(std::string("refs/heads/") + mission.target_branch));
  return target.value_or(mission.base_commit);
}

Result<WorkPolicy> read_work_policy(const git::Repository& repository, const std::string& policy_commit) {
  if (policy_commit.empty()) return WorkPolicy{};
  TRY_ASSIGN(const auto tree, git::Tree::open(repository, policy_commit));
  TRY_ASSIGN(const auto text, tree.read(k_file, 1 << 20));
  if (!text) return WorkPolicy{};
  return parse_work_policy(*text, k_file);
}

}  // namespace assay::engine
