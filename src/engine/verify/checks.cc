// Command checks run side by side, each in a work tree of its own; the store belongs to one thread, so earlier
// results are looked up before they start and new ones kept after they have ended.
#include <algorithm>
#include <thread>

#include "base/mutex.h"
#include "base/redact.h"
#include "base/text.h"
#include "engine/check/gate.h"
#include "engine/run/pool.h"
#include "engine/run/tool_identity.h"
#include "engine/verify/file_check.h"
#include "engine/verify/gate_findings.h"
#include "engine/verify/mission_checks.h"
#include "engine/verify/reuse.h"
#include "engine/verify/run.h"
#include "engine/verify/run_check.h"
#include "engine/worktree_folder.h"
#include "judge/outcome/check_outcome.h"
#include "os/files.h"
#include "store/verifications.h"

namespace assay::engine {

using model::AcceptanceCheck;
using model::AcceptanceKind;
using model::AcceptanceStatus;
using model::VerificationOutcome;
using model::VerifiedCheck;

namespace {

struct Planned {
  CheckRequest request;
  std::string key;   // of everything the result depends on
  size_t place = 0;  // in result.checks
  bool serial = false;
  std::string failed_before;  // when it failed with the same inputs; empty: not known to have
};

// New files that a check left in its work tree.
struct LeftBehind {
  std::string title;
  std::vector<std::string> paths;
};

// What checks that run side by side come to. Events go through here meanwhile, one at a time.
class Gathered {
 public:
  explicit Gathered(VerifyEvents& events) : m_events(&events) {}

  void started(const model::CheckId& id) {
    const MutexLock lock(m_mutex);
    m_events->started(id);
  }
  void line(const model::CheckId& id, std::string_view text) {
    const MutexLock lock(m_mutex);
    m_events->line(id, text);
  }
  void left(LeftBehind files) {
    const MutexLock lock(m_mutex);
    m_left.push_back(std::move(files));
  }
  void finished(size_t place, CheckRun ran) {
    const MutexLock lock(m_mutex);
    m_events->finished(ran.check);
    m_done.push_back({place, std::move(ran)});
  }

  // When all have ended.
  std::vector<LeftBehind> hand_over(VerifyRun& run) {
    const MutexLock lock(m_mutex);
    for (auto& [place, ran] : m_done) {
      if (ran.cancelled) run.result.outcome = VerificationOutcome::cancelled;
      run.runs.push_back(std::move(ran.run));
      run.on_base.push_back(std::move(ran.on_base));
      run.result.checks[place] = std::move(ran.check);
    }
    return std::move(m_left);
  }

 private:
  Mutex m_mutex;
  VerifyEvents* const m_events PT_GUARDED_BY(m_mutex);
  std::vector<std::pair<size_t, CheckRun>> m_done GUARDED_BY(m_mutex);  // place in result.checks
  std::vector<LeftBehind> m_left GUARDED_BY(m_mutex);
};

void switch_off(VerifiedCheck& check) {
  check.status = AcceptanceStatus::skipped;
  check.reason = "Switched off by assay.toml of the target (skip_checks, or a check that replaces it).";
}

Result<std::vector<Planned>> plan_commands(VerifyRun& run) {
  std::vector<Planned> out;
  const auto tools = tools_for(run.policy.environment);
  const auto& checks = run.mission.pack.checks;
  for (size_t i = 0; i < checks.size(); ++i) {
    if (checks[i].kind != AcceptanceKind::command || is_gate_check(checks[i])) continue;
    if (is_switched_off(run.policy, checks[i].title, checks[i].command.value_or(""))) {
      switch_off(run.result.checks[i]);
      run.context.events.finished(run.result.checks[i]);
      continue;
    }
    const auto* settings = settings_of(run.policy, checks[i].title, checks[i].command.value_or(""));
    Planned planned;
    planned.request = request_for(run, checks[i], settings);
    planned.key = reuse_key(run.result.tree, planned.request, run.prepared.key, tools);
    planned.place = i;
    planned.serial = settings != nullptr && settings->serial;
    TRY_ASSIGN(const auto failed, run.context.store.verifications().kept_result(failure_key(planned.key)));
    planned.failed_before = failed.value_or("");
    out.push_back(std::move(planned));
  }
  return out;
}

Result<bool> use_earlier(VerifyRun& run, const Planned& planned) {
  if (run.request.fresh) return false;
  TRY_ASSIGN(const auto kept, run.context.store.verifications().kept_result(planned.key));
  auto earlier = kept ? read_reusable(*kept) : std::nullopt;
  if (!earlier) return false;
  auto& out = run.result.checks[planned.place];
  out.status = earlier->status;
  out.reused = earlier->reused;
  out.last_output = std::move(earlier->last_output);
  out.attempts = std::move(earlier->attempts);
  out.proofs = std::move(earlier->proofs);
  TRY_ASSIGN(auto heard, read_kept_run(planned.request, out, run.evidence));
  run.runs.push_back(std::move(heard));
  run.on_base.emplace_back();
  run.context.events.finished(out);
  return true;
}

// A check that changed what it checks says nothing of what would land.
void hold_to_tree(VerifiedCheck& check, const std::vector<std::string>& rewritten) {
  if (rewritten.empty()) return;
  check.findings.push_back(judge::rewrote_files(check.subject, rewritten));
  if (check.status == AcceptanceStatus::pending) return;
  check.reason = check.status == AcceptanceStatus::failed && !check.reason.empty()
                     ? cat(check.reason, " ", check.findings.back().message)
                     : check.findings.back().message;
  check.status = AcceptanceStatus::failed;
}

// A pass beside a failure on the same inputs, of this run or an earlier one, is luck until somebody finds out.
void mark_flaky(const VerifyRun& run, const Planned& planned, VerifiedCheck& check) {
  if (check.status != AcceptanceStatus::passed) return;
  if (!check.flaky && !planned.failed_before.empty()) {
    check.flaky = true;
    check.reason =
        cat(model::k_flaky_mark, "passed now, but failed with the same inputs at ", planned.failed_before, ".");
  }
  if (!check.flaky) return;
  if (run.policy.flaky == FlakyPolicy::warn) return;
  check.status = AcceptanceStatus::failed;
  check.reason += " Flaky checks fail here ([verify] flaky = \"fail\" in assay.toml).";
}

bool is_cancelled(const VerifyRun& run) {
  return os::cancelled_by() != 0 || (run.context.cancel != nullptr && run.context.cancel->is_cancelled());
}

Result<CheckRun> run_in_tree(VerifyRun& run, const Planned& planned, unsigned seat, const git::Tree& target,
                             Gathered& gathered) {
  const auto& id = planned.request.check.id;
  TRY_ASSIGN(auto* tree, tree_for(run, seat));
  auto request = planned.request;
  TRY(tree->take(request));
  TRY_ASSIGN(auto ran, run_check(request, run.evidence, [&](std::string_view line) { gathered.line(id, line); }));
  TRY(blame_own_fault(run, request, tree->folder(), target, ran));
  auto change = tree->settle();
  if (!change && !is_cancelled(run)) return change.error();
  if (!change) {
    ran.cancelled = true;  // what it did to its tree was not found out
    return ran;
  }
  hold_to_tree(ran.check, change->rewritten);
  if (!change->left.empty()) gathered.left({ran.check.title, std::move(change->left)});
  return ran;
}

Result<void> run_planned(VerifyRun& run, const Planned& planned, unsigned seat, const git::Tree& target,
                         const git::Tree& work, Gathered& gathered) {
  gathered.started(planned.request.check.id);
  TRY_ASSIGN(auto ran, run_in_tree(run, planned, seat, target, gathered));
  auto& check = ran.check;
  const auto compared = compare_with_target(run, planned.request, ran.run, target, work, check, ran.on_base);
  if (!compared && !is_cancelled(run)) return compared.error();
  if (is_cancelled(run)) {
    ran.cancelled = true;
    check.status = AcceptanceStatus::pending;
    check.reason = "It was cancelled.";
  }
  TRY(excuse_missing_tests(run, planned.request, ran.run, target, check));
  mark_flaky(run, planned, check);
  check.quarantined =
      quarantined(run.policy, check.title, planned.request.check.command.value_or(""), run.context.clock.now());
  gathered.finished(planned.place, std::move(ran));
  return {};
}

// Which of the paths git would show as new files of the work.
Result<std::vector<std::string>> not_ignored(VerifyRun& run, const std::vector<std::string>& paths) {
  std::string input;
  for (const auto& path : paths) input += cat(path, '\0');
  const MutexLock lock(run.trees.mutex);
  const auto& folder = run.trees.all.front()->folder();
  TRY_ASSIGN(const auto answer,
             run.context.repository.ask_sealed({.arguments = {"check-ignore", "--no-index", "-z", "--stdin"},
                                                .folder = folder,
                                                .environment = {cat("GIT_WORK_TREE=", folder)},
                                                .input = std::move(input)}));
  const auto ignored = split(answer.output, '\0');
  std::vector<std::string> out;
  for (const auto& path : paths) {
    if (std::find(ignored.begin(), ignored.end(), path) == ignored.end()) out.push_back(path);
  }
  return out;
}

Result<void> note_left_behind(VerifyRun& run, const std::vector<LeftBehind>& left) {
  constexpr size_t k_named = 5;
  if (is_cancelled(run)) return {};
  for (const auto& each : left) {
    TRY_ASSIGN(auto paths, not_ignored(run, each.paths));
    if (paths.empty()) continue;
    const size_t more = paths.size() > k_named ? paths.size() - k_named : 0;
    paths.resize(paths.size() - more);
    for (auto& path : paths) path = excerpt(to_utf8(path), 200);
    run.result.notes.push_back(cat("\"", each.title, "\" left new files that git does not ignore: ", join(paths, ", "),
                                   more > 0 ? cat(" and ", more, " more") : std::string(),
                                   ". They were removed before the next check."));
  }
  return {};
}

// Passes may be used again; that a check failed is remembered, so that a later pass on the same inputs is no plain one.
Result<void> keep_results(VerifyRun& run, const std::vector<Planned>& planned) {
  if (run.was_cancelled() || !run.trespass.empty()) return {};
  std::vector<store::KeptResult> fresh;
  const auto now = run.context.clock.now();
  for (const auto& each : planned) {
    const auto& done = run.result.checks[each.place];
    if (done.status == AcceptanceStatus::failed && !done.flaky) fresh.push_back({failure_key(each.key), to_iso(now)});
    if (done.status != AcceptanceStatus::passed || done.flaky || done.reused) continue;
    fresh.push_back({each.key, write_reusable(done, now)});
  }
  return run.context.store.change().verifications().keep_results(fresh);
}

}  // namespace

CheckRequest request_for(VerifyRun& run, const AcceptanceCheck& check, const CheckSettings* settings) {
  CheckRequest request;
  request.check = check;
  request.scratch = os::join_path(run.scratch, check.id.text);
  request.sandbox = run.sandbox;
  request.environment_grants = run.policy.environment;
  request.runners = run.policy.runners;
  request.environment_changes = {"CI=true"};
  request.timeout = std::chrono::milliseconds(settings != nullptr && settings->timeout_ms ? *settings->timeout_ms
                                                                                          : run.policy.timeout_ms);
  request.retries = settings != nullptr && settings->retries ? *settings->retries : run.policy.retries;
  request.cancel = run.context.cancel;
  return request;
}

Result<CheckTree*> tree_for(VerifyRun& run, unsigned seat) {
  const MutexLock lock(run.trees.mutex);
  auto& tree = run.trees.all[seat];
  if (tree != nullptr) return tree.get();
  const auto name = cat(run.mission.id.text, ".", seat + 1);
  TRY_ASSIGN(const auto place, worktree_path(run.context.repository, name));
  TRY_ASSIGN(auto worktree, git::IntegrationWorktree::open(run.context.repository, name, place, run.result.commit));
  TRY(worktree.move_to(run.result.commit, run.policy.caches));
  TRY_ASSIGN(auto sandbox, sandbox_for(worktree.path(), wish_of(run)));
  TRY_ASSIGN(tree, CheckTree::make(std::move(worktree), run.result.commit, run.policy.caches, run.prepared,
                                   std::move(sandbox), os::join_path(run.scratch, cat("tree-", seat))));
  return tree.get();
}

unsigned jobs_for(const VerifyRun& run) {
  // Programs that were prepared for the path of one work tree work only there.
  const bool tied = run.sandbox.level != os::Sandbox::Level::bubblewrap &&
                    std::any_of(run.prepared.kept.begin(), run.prepared.kept.end(),
                                [](const KeptStep& each) { return !each.step.paths.empty(); });
  if (tied) return 1;
  if (run.request.jobs > 0) return run.request.jobs;
  if (run.policy.jobs > 0) return run.policy.jobs;
  return std::max(1U, std::thread::hardware_concurrency());
}

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
      take_answer(run, out);
    } else if (is_switched_off(run.policy, out.title, out.subject)) {
      switch_off(out);
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
  TRY_ASSIGN(const auto planned, plan_commands(run));
  Gathered gathered(run.context.events);
  std::vector<PoolItem> items;
  for (const auto& each : planned) {
    TRY_ASSIGN(const bool done, use_earlier(run, each));
    if (done) continue;
    items.push_back({each.serial, [&](unsigned seat) { return run_planned(run, each, seat, target, work, gathered); }});
  }
  const auto jobs = jobs_for(run);
  {
    const MutexLock lock(run.trees.mutex);
    run.trees.all.resize(jobs);
  }
  TRY(run_pool(std::move(items), jobs));
  TRY(note_left_behind(run, gathered.hand_over(run)));
  TRY(note_trespass(run));
  return keep_results(run, planned);
}

void leave_commands_unrun(VerifyRun& run, std::string_view why) {
  for (size_t i = 0; i < run.result.checks.size(); ++i) {
    auto& out = run.result.checks[i];
    if (out.kind != AcceptanceKind::command || is_gate_check(run.mission.pack.checks[i])) continue;
    out.reason = cat("Not run: ", why);
    run.context.events.finished(out);
  }
}

namespace {

void note_acceptance(VerifyRun& run, VerifiedCheck& check) {
  run.result.accepted_unproven = run.accepted;
  if (run.accepted.empty() || !check.reason.empty()) return;
  std::vector<std::string> said;
  for (const auto& accepted : run.accepted) said.push_back(describe(accepted));
  check.reason = join(said, "; ");
}

}  // namespace

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
    const std::vector<model::MissionId> alone = {run.mission.id};
    TRY_ASSIGN(auto rules, rules_for_missions(run.context.store, run.members.empty() ? alone : run.members,
                                              run.policy.rules, run.context.clock.now()));
    TRY_ASSIGN(auto claims, claims_of(run.context.store, run.tasks));
    const GateInput input{run.result.target_commit,
                          run.result.commit,
                          what_was_asked(run.mission, run.tasks),
                          run.runs,
                          run.scratch,
                          run.result.proof,
                          run.accepted.empty() ? UnprovenWork::fails : UnprovenWork::is_accepted,
                          std::move(rules),
                          std::move(claims)};
    TRY(judge_gate(run.context.repository, input, run.policy.gate, check));
    if (is_unproven(check, run.result.proof)) note_acceptance(run, check);
    run.context.events.finished(check);
  }
  return {};
}

}  // namespace assay::engine
