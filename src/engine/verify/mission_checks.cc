#include "engine/verify/mission_checks.h"

#include <algorithm>

#include "base/text.h"
#include "engine/check/gate.h"
#include "engine/check/snapshot.h"
#include "plan/checks.h"
#include "plan/criterion_commands.h"
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

// What the files of a tree call for, without what the policy switches off.
std::vector<model::AcceptanceCheck> found_in(const git::Tree& tree, const VerifyPolicy& policy, std::string_view prompt,
                                             const std::vector<std::string>& touched) {
  auto out = plan::synthesize(*snapshot_of(tree), {prompt, touched});
  std::erase_if(out, [&](const model::AcceptanceCheck& check) {
    return check.kind != AcceptanceKind::manual &&
           is_switched_off(policy, check.title, check.command.value_or(check.path.value_or("")));
  });
  return out;
}

// Commands that the work brings: it may add checks, and takes none away. What its policy sets beside them is not used,
// and one that cannot be read brings nothing.
std::vector<model::AcceptanceCheck> brought_by(const git::Tree& work, const VerifyPolicy& policy,
                                               std::string_view prompt, const std::vector<std::string>& touched) {
  auto out = found_in(work, policy, prompt, touched);
  if (const auto its_own = read_policy(work)) {
    for (const auto& settings : its_own->checks) out.push_back(check_of(settings));
  }
  std::erase_if(out, [](const model::AcceptanceCheck& check) { return check.kind != AcceptanceKind::command; });
  return out;
}

// The command whose success is the evidence of a task's criterion; empty: another kind of evidence, or more than its
// success is looked at.
std::string command_of(const model::SuccessCriterion& criterion) {
  std::string command;
  if (criterion.evidence != model::EvidenceKind::command) return command;
  for (const auto& [key, value] : criterion.arguments) {
    if (key == "output" || (key == "exit_code" && value != "0")) return {};
    if (key == "command") command = value;
  }
  return command;
}

std::vector<model::AcceptanceCheck> promised_by(std::span<const model::Task> tasks) {
  std::vector<model::AcceptanceCheck> out;
  for (const auto& task : tasks) {
    if (task.state != model::TaskState::completed || counted(task) == model::Counted::nowhere) continue;
    for (const auto& criterion : task.success_criteria) {
      model::AcceptanceCheck check;
      check.command = command_of(criterion);
      if (check.command->empty()) continue;
      check.title = cat(criterion.id, " of ", task.id.text, ": ", excerpt(criterion.claim, 120));
      check.detail = cat("A criterion of the task \"", excerpt(task.name, 80), "\" names it.");
      out.push_back(std::move(check));
    }
  }
  return out;
}

// A person's last word on it was to take it away.
bool is_removed(const model::AcceptancePack& pack, const model::AcceptanceCheck& check) {
  return check.kind != AcceptanceKind::manual && !is_gate_check(check) &&
         std::any_of(pack.removed.begin(), pack.removed.end(),
                     [&](const model::RemovedCheck& each) { return same_check(each.check, check); });
}

bool is_run_by(const std::vector<model::AcceptanceCheck>& checks, const model::AcceptanceCheck& check) {
  return std::any_of(checks.begin(), checks.end(), [&](const auto& each) {
    return each.kind == check.kind && each.command == check.command && each.path == check.path;
  });
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
  auto out = found_in(tree, policy, prompt, touched);
  std::vector<model::AcceptanceCheck> ours;
  for (const auto& settings : policy.checks) ours.push_back(check_of(settings));
  ours.push_back(gate_check());
  const bool review_is_last = !out.empty() && out.back().kind == AcceptanceKind::manual;
  out.insert(review_is_last ? out.end() - 1 : out.end(), ours.begin(), ours.end());
  return out;
}

Result<judge::RulesInForce> rules_for_missions(const store::Store& store, std::span<const model::MissionId> missions,
                                               const model::RulePolicy& policy, Time now) {
  judge::RulesInForce out{.policy = policy, .today = to_iso(now).substr(0, 10)};
  for (const auto& mission : missions) {
    TRY_ASSIGN(const auto waivers, store.waivers().of(mission));
    out.policy.waivers.insert(out.policy.waivers.end(), waivers.begin(), waivers.end());
  }
  return out;
}

std::vector<model::AcceptanceCheck> missing_checks(const CheckSources& sources) {
  const auto& [target, work, policy, mission, tasks, touched] = sources;
  auto wanted = checks_for(target, policy, mission.prompt, touched);
  auto known = mission.pack.checks;
  known.insert(known.end(), wanted.begin(), wanted.end());
  const auto add = [&](std::vector<model::AcceptanceCheck> more) {
    for (auto& check : more) {
      if (is_run_by(known, check)) continue;
      known.push_back(check);
      wanted.push_back(std::move(check));
    }
  };
  if (work != nullptr) add(brought_by(*work, policy, mission.prompt, touched));
  add(promised_by(tasks));
  add(plan::checks_of_criteria(mission.pack.criteria, known));
  std::erase_if(wanted, [&](const model::AcceptanceCheck& check) { return is_removed(mission.pack, check); });
  return plan::new_checks(mission.pack.checks, std::move(wanted));
}

}  // namespace assay::engine
