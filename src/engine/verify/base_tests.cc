// A check on the target beside the same check on the work: tests that passed there and are not run any more. What the
// target's tests are is kept by tree and command, so that after a landing the next mission finds it.
#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "base/version.h"
#include "engine/check/gate.h"
#include "engine/run/compare_with_base.h"
#include "engine/run/kept_runs.h"
#include "engine/verify/prepare_keys.h"
#include "engine/verify/reuse.h"
#include "engine/verify/run.h"
#include "engine/worktree_folder.h"
#include "git/commit.h"
#include "git/worktrees/integration_worktree.h"
#include "judge/outcome/check_outcome.h"
#include "judge/outcome/claims.h"
#include "judge/outcome/log_rules.h"
#include "judge/outcome/lost_tests.h"
#include "os/files.h"
#include "plan/checks.h"

namespace assay::engine {

namespace {

// What is prepared is named by its key.
KeptRuns kept_of(const VerifyRun& run, const std::string& tree, const CheckRequest& request,
                 const std::string& prepared) {
  return {
      run.context.repository.common_folder(),
      sha256_hex(cat("verify\n", version(), "\n",
                     reuse_key(tree, request, prepared, tools_for(request.environment_grants), NamedFiles::left_out)))};
}

std::string name_of_target_tree(const VerifyRun& run) { return cat(run.mission.id.text, ".target"); }

// What would be prepared for the target, without preparing it.
Result<std::string> prepared_key_of_target(const VerifyRun& run, const std::string& tree, const git::Tree& target) {
  const PrepareSource source{run.result.target_commit, tree, target};
  TRY_ASSIGN(const auto place, worktree_path(run.context.repository, name_of_target_tree(run)));
  return PrepareKeys(source, source, run.policy, {run.sandbox, place, run.request.fresh}).key_of_all();
}

Result<void> open_target(VerifyRun& run, const git::Tree& target, const std::string& target_tree)
    REQUIRES(run.target.mutex) {
  const auto& repository = run.context.repository;
  const auto& commit = run.result.target_commit;
  const auto name = name_of_target_tree(run);
  TRY_ASSIGN(const auto place, worktree_path(repository, name));
  TRY_ASSIGN(auto worktree, git::IntegrationWorktree::open(repository, name, place, commit));
  TRY_ASSIGN(auto sandbox, sandbox_for(worktree.path(), wish_of(run)));
  const PrepareSource source{commit, target_tree, target};
  TRY_ASSIGN(const auto prepared,
             prepare(prepare_request(run, worktree, sandbox, target, source), run.policy, run.evidence));
  TRY(worktree.move_to(commit, run.policy.caches));
  run.target.cannot_prove = !prepared.ok;
  TRY_ASSIGN(run.target.tree, CheckTree::make(std::move(worktree), commit, run.policy.caches, prepared,
                                              std::move(sandbox), os::join_path(run.scratch, "tree-target")));
  return {};
}

// Nothing where the target cannot be run: then nothing is compared, and nothing blocks.
Result<std::vector<judge::CommandRun>> run_on_target(VerifyRun& run, const CheckRequest& request,
                                                     const git::Tree& target) {
  TRY_ASSIGN(const auto tree, git::tree_of(run.context.repository, run.result.target_commit));
  TRY_ASSIGN(const auto prepared, prepared_key_of_target(run, tree, target));
  const auto kept = kept_of(run, tree, request, prepared);
  const auto named = files_named_in(request.check.command.value_or(""));
  if (auto found = run.request.fresh ? std::nullopt : kept.find(named)) return std::move(*found);
  const MutexLock lock(run.target.mutex);
  TRY_ASSIGN(auto* place, target_tree(run, target));
  if (place == nullptr) return std::vector<judge::CommandRun>();
  CheckRequest there = request;
  there.scratch = request.scratch + ".target";
  there.retries = 0;
  TRY(place->take(there));
  TRY_ASSIGN(auto ran, run_check(there, run.evidence, {}));
  TRY(place->settle());
  std::vector<judge::CommandRun> out;
  out.push_back(std::move(ran.run));
  if (!ran.cancelled && !out.front().trouble && tells_its_tests(out.front()))
    kept.keep(out, named, files_named_in(request.check.command.value_or("")));
  return out;
}

TestSources sources_of(const VerifyRun& run, const git::Tree& target, const git::Tree& work) {
  TestSources out;
  out.is_touched = [&](const std::string& file) {
    return std::any_of(run.touched.begin(), run.touched.end(), [&](const std::string& path) {
      return path == file || path.ends_with(cat("/", file)) || file.ends_with(cat("/", path));
    });
  };
  out.read = [&](const std::string& file) -> std::optional<std::string> {
    auto text = work.read(file);
    return text ? std::move(*text) : std::nullopt;
  };
  out.before = [&](const std::string& file) -> std::optional<std::string> {
    auto text = target.read(file);
    return text ? std::move(*text) : std::nullopt;
  };
  out.holding = [&](const std::string& word) -> Result<std::vector<std::string>> {
    const auto& commit = run.result.commit;
    TRY_ASSIGN(const auto answer,
               run.context.repository.ask({"grep", "-l", "-z", "-w", "-F", "-e", word, commit, "--"}));
    std::vector<std::string> files;
    for (const auto entry : split(answer.output, '\0')) {  // "<commit>:<path>"
      if (entry.size() > commit.size() + 1) files.emplace_back(entry.substr(commit.size() + 1));
    }
    return files;
  };
  return out;
}

}  // namespace

Result<CheckTree*> target_tree(VerifyRun& run, const git::Tree& target) {
  if (run.target.tree == nullptr) {
    TRY_ASSIGN(const auto tree, git::tree_of(run.context.repository, run.result.target_commit));
    TRY(open_target(run, target, tree));
  }
  return run.target.cannot_prove ? nullptr : run.target.tree.get();
}

Result<void> compare_with_target(VerifyRun& run, const CheckRequest& request, const judge::CommandRun& now,
                                 const git::Tree& target, const git::Tree& work, model::VerifiedCheck& check,
                                 judge::CommandRun& on_base) {
  const bool is_about_tests =
      judge::ran_any_test(now) || !now.log.named.empty() || check.title.starts_with(plan::k_tests_claim);
  if (check.status != model::AcceptanceStatus::passed || !is_about_tests) return {};
  if (judge::chooses_by_change(request.check.command.value_or(""))) {
    check.not_compared = "the command chooses its tests by what changed";
    return {};
  }
  // How the files were before that run is not known: they count as read, so what writes a log is run on the target.
  const auto named = files_named_in(request.check.command.value_or(""));
  if (tells_its_tests(now)) kept_of(run, run.result.tree, request, run.prepared.key).keep({now}, named, named);
  TRY_ASSIGN(const auto before, run_on_target(run, request, target));
  if (!before.empty()) on_base = before.front();
  check.not_compared =
      before.empty() ? "its dependencies cannot be prepared" : judge::why_base_says_nothing({now}, before);
  auto lost = judge::lost_tests({now}, before);
  TRY(find_sources(sources_of(run, target, work), {now}, lost));
  auto fewer = judge::fewer_tests({now}, before);
  for (auto& each : fewer)
    each.touches_tests = std::any_of(run.touched.begin(), run.touched.end(), judge::may_hold_tests);
  const auto task = judge::view_task(what_was_asked(run.mission, run.tasks));
  std::vector<model::Finding> findings;
  judge::judge_lost_tests(lost, task, findings);
  judge::judge_fewer_tests(fewer, task, findings);
  for (auto& finding : findings) {
    if (finding.severity == model::Severity::must_fix && check.status == model::AcceptanceStatus::passed) {
      check.status = model::AcceptanceStatus::failed;
      check.reason = finding.message;
    }
    check.findings.push_back(std::move(finding));
  }
  return {};
}

Result<std::optional<bool>> succeeds_on_target(VerifyRun& run, const model::AcceptanceCheck& check,
                                               const git::Tree& target) {
  for (const auto& known : run.on_base) {
    if (known.command == check.command && known.exit_code) return std::optional(*known.exit_code == 0);
  }
  TRY_ASSIGN(const auto before, run_on_target(run, request_for(run, check, nullptr), target));
  if (before.empty() || !before.front().exit_code || before.front().trouble) return std::optional<bool>();
  return std::optional(*before.front().exit_code == 0 && !judge::found_no_tests(before.front()));
}

Result<void> blame_own_fault(VerifyRun& run, const CheckRequest& request, const std::string& folder,
                             const git::Tree& target, CheckRun& ran) {
  const auto& trouble = ran.run.trouble;
  if (ran.cancelled || !trouble || trouble->kind != logs::MachineTrouble::Kind::module) return {};
  TRY_ASSIGN(auto before, run_on_target(run, request, target));
  const auto diff_file = request.scratch + ".diff";
  TRY(run.context.repository.write_diff_between(run.result.target_commit, run.result.commit, diff_file));
  judge::Comparison comparison;
  comparison.base = std::move(before);
  std::vector<judge::CommandRun> runs{ran.run};
  TRY(find_own_faults(runs, comparison, folder, diff_file));
  if (runs.front().trouble) return {};
  ran.run = std::move(runs.front());
  auto outcome = judge::judge_check(ran.run);
  if (outcome.proof != judge::Proof::failed) return {};
  ran.check.status = model::AcceptanceStatus::failed;
  ran.check.reason = std::move(outcome.reason);
  ran.check.findings = std::move(outcome.findings);
  return {};
}

Result<void> excuse_missing_tests(VerifyRun& run, const CheckRequest& request, const judge::CommandRun& now,
                                  const git::Tree& target, model::VerifiedCheck& check) {
  if (check.status != model::AcceptanceStatus::failed || !judge::found_no_tests(now)) return {};
  TRY_ASSIGN(const auto before, run_on_target(run, request, target));
  if (before.empty() || judge::ran_any_test(before.front())) return {};
  ask_person(run, check,
             cat("No tests yet: `", excerpt(check.subject, 120), "` found none here and none on ",
                 run.result.target_branch, ", so it shows nothing."));
  return {};
}

}  // namespace assay::engine
