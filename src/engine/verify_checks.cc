// Command checks run side by side; the store belongs to one thread, so earlier results are looked up
// before they start and new ones kept after they have ended.
#include <algorithm>
#include <thread>

#include "base/redact.h"
#include "base/text.h"
#include "engine/check_pool.h"
#include "engine/file_check.h"
#include "engine/gate.h"
#include "engine/reuse.h"
#include "engine/run_check.h"
#include "engine/verify_run.h"
#include "os/environment.h"
#include "os/files.h"

namespace assay::engine {

using model::AcceptanceCheck;
using model::AcceptanceKind;
using model::AcceptanceStatus;
using model::VerificationOutcome;
using model::VerifiedCheck;

namespace {

struct Planned {
  CheckOrders orders;
  std::string key;   // of everything the result depends on
  size_t place = 0;  // in result.checks
  bool serial = false;
};

CheckOrders orders_for(VerifyRun& run, const AcceptanceCheck& check, const CheckSettings* settings) {
  CheckOrders orders;
  orders.check = check;
  orders.folder = run.worktree;
  orders.scratch = os::join_path(run.scratch, check.id.text);
  orders.sandbox = run.sandbox;
  orders.environment_grants = run.policy.environment;
  orders.environment_changes = {"CI=true"};
  orders.timeout = std::chrono::milliseconds(settings != nullptr && settings->timeout_ms ? *settings->timeout_ms
                                                                                         : run.policy.timeout_ms);
  orders.retries = settings != nullptr && settings->retries ? *settings->retries : run.policy.retries;
  orders.cancel = run.context.cancel;
  orders.standing = &run.standing;
  add_prepared(run.prepared, orders);
  return orders;
}

std::vector<Planned> plan_commands(VerifyRun& run) {
  std::vector<Planned> out;
  const auto& checks = run.mission.pack.checks;
  for (size_t i = 0; i < checks.size(); ++i) {
    if (checks[i].kind != AcceptanceKind::command || is_gate_check(checks[i])) continue;
    const auto* settings = settings_of(run.policy, checks[i].title, checks[i].command.value_or(""));
    Planned planned;
    planned.orders = orders_for(run, checks[i], settings);
    planned.key = reuse_key(run.result.tree, planned.orders, run.prepared.key);
    planned.place = i;
    planned.serial = settings != nullptr && settings->serial;
    out.push_back(std::move(planned));
  }
  return out;
}

Result<bool> use_earlier(VerifyRun& run, const Planned& planned) {
  if (run.request.fresh) return false;
  TRY_ASSIGN(const auto kept, run.context.store.kept_result(planned.key));
  auto earlier = kept ? read_reusable(*kept) : std::nullopt;
  if (!earlier) return false;
  auto& out = run.result.checks[planned.place];
  out.status = earlier->status;
  out.reused = earlier->reused;
  out.last_output = std::move(earlier->last_output);
  out.attempts = std::move(earlier->attempts);
  out.proofs = std::move(earlier->proofs);
  TRY_ASSIGN(auto heard, read_kept_run(planned.orders, out, run.evidence));
  run.runs.push_back(std::move(heard));
  run.context.events.finished(out);
  return true;
}

// With proof = "require" a check whose new tests all passed before as well proves nothing.
void require_proof(VerifiedCheck& check) {
  if (check.status != AcceptanceStatus::passed || check.proofs.empty()) return;
  const bool proven = std::any_of(check.proofs.begin(), check.proofs.end(), [](const model::ProvenTest& test) {
    return test.proof == model::TestProof::discriminating || test.proof == model::TestProof::invalid;
  });
  if (proven) return;
  check.status = AcceptanceStatus::failed;
  check.reason = "None of the new or changed tests fails on the code before the change, so they prove nothing of it.";
}

Result<void> run_planned(VerifyRun& run, const Planned& planned, const git::Tree& target, const git::Tree& work) {
  const auto& id = planned.orders.check.id;
  {
    const std::lock_guard guard(run.mutex);
    run.context.events.started(id);
  }
  TRY_ASSIGN(auto ran, run_check(planned.orders, run.evidence, [&](std::string_view line) {
               const std::lock_guard guard(run.mutex);
               run.context.events.line(id, line);
             }));
  auto& check = ran.check;
  if (check.status == AcceptanceStatus::passed && run.policy.proof != ProofPolicy::off) {
    TRY_ASSIGN(check.proofs, prove_check(run, planned.orders, ran.run, target, work));
    if (run.policy.proof == ProofPolicy::require) require_proof(check);
  }
  check.quarantined =
      quarantined(run.policy, check.title, planned.orders.check.command.value_or(""), run.context.clock.now());
  const std::lock_guard guard(run.mutex);
  if (ran.cancelled) run.result.outcome = VerificationOutcome::cancelled;
  run.runs.push_back(std::move(ran.run));
  run.result.checks[planned.place] = std::move(check);
  run.context.events.finished(run.result.checks[planned.place]);
  return {};
}

unsigned jobs_for(const VerifyRun& run) {
  if (run.request.jobs > 0) return run.request.jobs;
  if (run.policy.jobs > 0) return run.policy.jobs;
  return std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace

VerifiedCheck begin_check(const AcceptanceCheck& check) {
  VerifiedCheck out;
  out.id = check.id;
  out.title = check.title;
  out.kind = check.kind;
  out.subject = redact(check.command.value_or(check.path.value_or("")));
  return out;
}

Result<void> answer_without_running(VerifyRun& run, const git::Tree& work) {
  for (size_t i = 0; i < run.result.checks.size(); ++i) {
    auto& out = run.result.checks[i];
    if (out.kind == AcceptanceKind::command) continue;
    if (out.kind == AcceptanceKind::manual) {
      out.status = AcceptanceStatus::skipped;
      out.reason = "For a person to look at.";
    } else {
      TRY_ASSIGN(const auto answer, check_file(work, run.mission.pack.checks[i].path.value_or("")));
      out.status = answer.exists ? AcceptanceStatus::passed : AcceptanceStatus::failed;
      out.reason = answer.exists ? std::string() : cat(out.subject, ": ", answer.reason);
      out.last_output = answer.reason;
    }
    run.context.events.finished(out);
  }
  return {};
}

Result<void> run_command_checks(VerifyRun& run, const git::Tree& target, const git::Tree& work) {
  const auto planned = plan_commands(run);
  std::vector<PoolItem> items;
  for (const auto& each : planned) {
    TRY_ASSIGN(const bool done, use_earlier(run, each));
    if (done) continue;
    items.push_back({each.serial, [&] { return run_planned(run, each, target, work); }});
  }
  TRY(run_pool(std::move(items), jobs_for(run)));
  std::vector<store::Store::KeptResult> fresh;
  for (const auto& each : planned) {
    const auto& done = run.result.checks[each.place];
    if (done.status != AcceptanceStatus::passed || done.flaky || done.reused) continue;
    fresh.push_back({each.key, write_reusable(done, run.context.clock.now())});
  }
  return run.context.store.keep_results(fresh);
}

void leave_commands_unrun(VerifyRun& run, std::string_view why) {
  for (size_t i = 0; i < run.result.checks.size(); ++i) {
    auto& out = run.result.checks[i];
    if (out.kind != AcceptanceKind::command || is_gate_check(run.mission.pack.checks[i])) continue;
    out.reason = cat("Not run: ", why);
    run.context.events.finished(out);
  }
}

Result<void> pass_the_gate(VerifyRun& run) {
  for (size_t i = 0; i < run.mission.pack.checks.size(); ++i) {
    if (!is_gate_check(run.mission.pack.checks[i])) continue;
    auto& check = run.result.checks[i];
    run.context.events.started(check.id);
    if (run.touched.empty() && !run.request.may_change_nothing) {
      check.status = model::AcceptanceStatus::failed;
      check.reason = cat("The work changes nothing: ", run.result.target_branch,
                         " has all of it already. Was it committed on its task's branch?");
      run.context.events.finished(check);
      continue;
    }
    const GateInput input{run.result.target_commit, run.result.commit, what_was_asked(run.mission, run.tasks), run.runs,
                          run.scratch};
    TRY(judge_gate(run.context.repository, input, run.policy.gate, check));
    run.context.events.finished(check);
  }
  return {};
}

}  // namespace assay::engine
