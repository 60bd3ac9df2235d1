// Verifying what was verified before. A verification is decided by the target's commit (it holds the
// policy and the code), the tips of the branches, what was asked for, the checks of the pack, the
// variables let in, the programs of this machine and our own. When all are what they were when everything passed,
// merging, preparing and asking for each check's result again could only find the same, so the answer
// is taken from the evidence: one call of git instead of thirty.
#include <algorithm>

#include <boost/json.hpp>

#include "base/hash.h"
#include "base/text.h"
#include "base/version.h"
#include "engine/check/gate.h"
#include "engine/run/text_sum.h"
#include "engine/run/tool_identity.h"
#include "engine/verify/run.h"
#include "os/environment.h"
#include "report/read_verification.h"
#include "store/verifications.h"

namespace assay::engine {

using model::AcceptanceStatus;
using model::VerificationOutcome;

namespace {

std::string name_of(const VerifyRun& run, const Work& work) {
  TextSum sum;
  sum.add(version());
  sum.add(build_commit());
  sum.add(build_dirty() ? build_time() : "");
  sum.add(run.request.sandbox_off ? "sandbox off" : "sandbox");
  sum.add(run.mission.id.text);
  sum.add(run.mission.target_branch);
  sum.add(work.target_commit);
  for (const auto& branch : work.branches) {
    sum.add(branch.name);
    sum.add(branch.commit);
  }
  sum.add(what_was_asked(run.mission, run.tasks));
  for (const auto& task : run.tasks) {
    for (const auto& criterion : task.success_criteria) {
      sum.add(task.id.text);
      sum.add(criterion.id);
      sum.add(criterion.claim);
      sum.add(name(criterion.evidence));
      for (const auto& [key, value] : criterion.arguments) sum.add(cat(key, "=", value));
    }
  }
  const auto environment = os::make_environment(os::EnvironmentMode::scrubbed, {}, {});
  const Tools tools(os::value_in(environment, "PATH"));
  for (const auto& check : run.mission.pack.checks) {
    if (check.command) sum.add(tools.behind(*check.command));
    sum.add(check.id.text);
    sum.add(check.title);
    sum.add(name(check.kind));
    sum.add(check.command.value_or(""));
    sum.add(check.path.value_or(""));
  }
  for (const auto& criterion : run.mission.pack.criteria) sum.add(criterion);
  for (const auto& answer : run.mission.pack.answers) {
    sum.add(answer.check.text);
    sum.add(name(answer.answer));
    sum.add(answer.work);
    sum.add(cat(answer.actor, ": ", answer.reason));
  }
  sum.add(run.moved);
  for (const auto& removed : run.mission.pack.removed) sum.add(cat(removed.check.title, ": ", removed.reason));
  return cat("verification-", sum.digest());
}

std::string sum_of_environment(const std::vector<std::string>& grants) {
  auto environment = os::make_environment(os::EnvironmentMode::scrubbed, grants, {});
  std::sort(environment.begin(), environment.end());
  TextSum sum;
  for (const auto& variable : environment) sum.add(variable);
  return cat("verification-", sum.digest());
}

// What is kept under the name: where the document is, and what it knew of the environment.
std::string write_memory(const VerifyRun& run) {
  json::array grants;
  for (const auto& grant : run.policy.environment) grants.emplace_back(grant);
  return write_json(json::object{{"report", run.result.report},
                                 {"grants", std::move(grants)},
                                 {"environment", sum_of_environment(run.policy.environment)}});
}

struct Memory {
  std::string report;
  bool same_environment = false;
};

std::optional<Memory> read_memory(std::string_view text) {
  const auto value = parse_json(text, "kept verification");
  if (!value || !value->is_object()) return std::nullopt;
  const auto& from = value->get_object();
  const auto* report = from.if_contains("report");
  const auto* grants = from.if_contains("grants");
  const auto* environment = from.if_contains("environment");
  if (report == nullptr || !report->is_string() || grants == nullptr || !grants->is_array()) return std::nullopt;
  if (environment == nullptr || !environment->is_string()) return std::nullopt;
  std::vector<std::string> names;
  for (const auto& item : grants->get_array()) {
    if (item.is_string()) names.emplace_back(item.get_string());
  }
  return Memory{std::string(report->get_string()), sum_of_environment(names) == environment->get_string()};
}

// A pass that depends on nothing but its inputs: a quarantine and a waiver end some day, luck does not repeat.
bool holds_again(const model::Verification& earlier) {
  return earlier.outcome == VerificationOutcome::passed &&
         std::all_of(earlier.checks.begin(), earlier.checks.end(), [](const model::VerifiedCheck& check) {
           return !check.flaky && check.quarantined.empty() && check.waived.empty() &&
                  check.status != AcceptanceStatus::failed && check.status != AcceptanceStatus::pending;
         });
}

}  // namespace

Result<bool> answer_from_memory(VerifyRun& run, const Work& work) {
  if (run.request.fresh || work.kept.empty()) return false;
  TRY_ASSIGN(const auto kept, run.context.store.verifications().kept_result(name_of(run, work)));
  const auto memory = kept ? read_memory(*kept) : std::nullopt;
  if (!memory || !memory->same_environment) return false;
  const auto document = run.evidence.read(memory->report, k_document_limit);
  if (!document) return false;
  auto earlier = report::read_verification(*document, memory->report);
  if (!earlier || !holds_again(*earlier) || earlier->commit != work.kept) return false;
  for (auto& check : earlier->checks) {
    if (!check.reused && !check.attempts.empty()) check.reused = earlier->finished_at;
  }
  earlier->id = run.result.id;
  earlier->started_at = run.result.started_at;
  run.result = std::move(*earlier);
  run.context.events.planned(run.mission.pack.checks);
  for (const auto& check : run.result.checks) run.context.events.finished(check);
  return true;
}

Result<void> remember(VerifyRun& run, const Work& work) {
  if (!holds_again(run.result)) return {};
  const store::KeptResult memory{name_of(run, work), write_memory(run)};
  return run.context.store.change().verifications().keep_results({&memory, 1});
}

}  // namespace assay::engine
