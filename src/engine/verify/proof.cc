// What the checks show of the combined change: it is tried in other forms, in the work trees that its checks ran in.
#include <algorithm>

#include "base/redact.h"
#include "base/text.h"
#include "engine/check/gate.h"
#include "engine/prove/given_files.h"
#include "engine/prove/prove.h"
#include "engine/verify/run.h"
#include "judge/task_kind.h"
#include "os/environment.h"
#include "os/files.h"

namespace assay::engine {

namespace {

using model::AcceptanceStatus;

// Trials in the trees of a verification: those of the work, one for each seat, and that of the target.
class MissionLab final : public Lab {
 public:
  MissionLab(VerifyRun& run, const git::Tree& target) : m_run(run), m_target(target) {}

  unsigned places() const override { return jobs_for(m_run); }

  std::string key() const override {
    const auto& sandbox = m_run.sandbox;
    const bool alone = sandbox.network == os::Sandbox::Network::none;
    std::string out =
        cat("mission\n", m_run.prepared.key, "\n", os::name_of(sandbox.level), alone ? " alone" : " network", "\n");
    for (const auto& folder : m_run.policy.readable) out += cat("reads ", folder, "\n");
    auto environment = os::make_environment(os::EnvironmentMode::scrubbed, m_run.policy.environment, {});
    std::sort(environment.begin(), environment.end());
    for (const auto& variable : environment) out += cat(variable, "\n");
    for (const auto& runner : m_run.policy.runners) out += cat(runner.command, "\n", runner.report, "\n");
    return out;
  }

  Result<TrialRun> run(unsigned place, const Variant& variant, const Trial& trial) override {
    if (variant.tree == m_run.result.target_commit) {
      const MutexLock lock(m_run.target.mutex);
      TRY_ASSIGN(auto* tree, target_tree(m_run, m_target));
      if (tree != nullptr) return try_in(*tree, variant, trial, "target");
      TrialRun not_run;
      not_run.run.could_not_start = true;
      return not_run;
    }
    TRY_ASSIGN(auto* tree, tree_for(m_run, place));
    return try_in(*tree, variant, trial, cat("seat-", place));
  }

 private:
  Result<TrialRun> try_in(CheckTree& tree, const Variant& variant, const Trial& trial, const std::string& name) {
    model::AcceptanceCheck check;
    check.title = "proof";
    check.command = trial.command;
    auto request = request_for(m_run, check, nullptr);
    request.scratch = os::join_path(m_run.scratch, cat("proof-", name));
    request.timeout = std::chrono::milliseconds(trial.timeout_ms);
    request.retries = 0;
    request.only = trial.only;
    request.cover = trial.cover;
    // A file that is broken and mended within a second must not run as it was compiled before.
    request.environment_changes.emplace_back("PYTHONDONTWRITEBYTECODE=1");
    TRY(tree.take(request));
    TRY(put_files(tree.folder(), variant.files));
    // A folder for each tree: two that print the same at the same time must not meet.
    auto ran = run_check(request, Evidence(cat(request.scratch, "-outputs")), {});
    TRY(tree.settle());
    if (!ran) return ran.error();
    if (ran->cancelled) return unavailable("cancelled");
    return TrialRun{std::move(ran->run), std::move(ran->check.last_output)};
  }

  VerifyRun& m_run;
  const git::Tree& m_target;
};

// With require = true a check whose new tests all passed before as well proves nothing.
void require_proof(model::VerifiedCheck& check) {
  if (check.status != AcceptanceStatus::passed || check.proofs.empty()) return;
  const bool proven = std::any_of(check.proofs.begin(), check.proofs.end(), [](const model::ProvenTest& test) {
    return test.proof == model::TestProof::discriminating || test.proof == model::TestProof::invalid;
  });
  if (proven) return;
  check.status = AcceptanceStatus::failed;
  check.reason = "None of the new or changed tests fails on the code before the change, so they prove nothing of it.";
}

// What the tests of a check that was lucky show is no better than the check.
void mark_lucky(const model::VerifiedCheck& check, model::ProvenTest& test) {
  if (!check.flaky || test.proof != model::TestProof::discriminating) return;
  test.proof = model::TestProof::flaky;
  test.detail += ", but the check passed only after a failure";
}

void hand_to_checks(VerifyRun& run) {
  for (auto& check : run.result.checks) {
    if (check.kind != model::AcceptanceKind::command) continue;
    check.proofs.clear();  // of an earlier run whose result was used again
    for (auto& test : run.result.proof.tests) {
      if (test.command != check.subject) continue;
      mark_lucky(check, test);
      check.proofs.push_back(test);
    }
    if (run.policy.proof.require) require_proof(check);
  }
}

bool is_over(const VerifyRun& run) {
  return os::cancelled_by() != 0 || (run.context.cancel != nullptr && run.context.cancel->is_cancelled());
}

}  // namespace

Result<void> prove_work(VerifyRun& run, const git::Tree& target) {
  const bool all_passed = std::all_of(run.result.checks.begin(), run.result.checks.end(), [](const auto& check) {
    return check.kind != model::AcceptanceKind::command || check.status != AcceptanceStatus::failed;
  });
  if (run.policy.proof.level == model::ProofLevel::off || run.runs.empty() || !all_passed) return {};
  const std::string diff_file = os::join_path(run.scratch, "work.patch");
  TRY(run.context.repository.write_diff_between(run.result.target_commit, run.result.commit, diff_file));
  const auto asked = what_was_asked(run.mission, run.tasks);
  MissionLab lab(run, target);
  auto proof = prove({.repository = run.context.repository,
                      .base = run.result.target_commit,
                      .changed = run.result.commit,
                      .diff_file = diff_file,
                      .policy = run.policy.proof,
                      .names_limits = judge::names_limits(asked),
                      .keeps_behaviour = !judge::asks_for_behaviour(judge::view_task(asked)),
                      .after = run.runs,
                      .before = run.on_base,
                      .timeout_ms = run.policy.timeout_ms,
                      .has_setup = false,  // every check runs in a tree of its own
                      .lab = lab,
                      .progress = [&](std::string_view text) { run.context.events.stage(text); }});
  if (is_over(run)) {
    run.result.outcome = model::VerificationOutcome::cancelled;
    return {};
  }
  if (!proof) return proof.error();
  run.result.proof = std::move(*proof);
  hand_to_checks(run);
  return {};
}

}  // namespace assay::engine
