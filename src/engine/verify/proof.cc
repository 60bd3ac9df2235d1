// The red half of red and green: the tests of the change on the code before it. They are grafted onto
// the target's tree and run there by the same command, in a work tree of their own.
#include "base/text.h"
#include "diff/code.h"
#include "engine/verify/run.h"
#include "engine/worktree_folder.h"
#include "git/commit.h"
#include "git/graft.h"
#include "git/integration_worktree.h"
#include "judge/critic/criterion_proof.h"
#include "judge/outcome/test_proof.h"
#include "os/files.h"

namespace assay::engine {

namespace {

// What is taken over: tests and what they compare against. Not configuration and not helpers.
bool is_test_path(std::string_view path) {
  const auto role = diff::role_of(path);
  return role == diff::Role::test || role == diff::Role::snapshot;
}

Result<std::vector<judge::ChangedTestFile>> changed_tests(const VerifyRun& run, const git::Tree& work) {
  std::vector<judge::ChangedTestFile> out;
  for (const auto& path : run.touched) {
    if (!is_test_path(path)) continue;
    const auto* entry = work.find(path);
    if (entry == nullptr || !entry->is_content() || entry->size > (1U << 20)) continue;
    TRY_ASSIGN(auto content, work.read(path));
    if (content) out.push_back({path, std::move(*content)});
  }
  return out;
}

// The target with the tests of the change, prepared as the target is: none of the change's own code is in it.
Result<void> open_before(VerifyRun& run, const git::Tree& target, const git::Tree& work,
                         const std::vector<std::string>& paths) REQUIRES(run.before.mutex) {
  const auto& repository = run.context.repository;
  TRY_ASSIGN(const auto grafted, git::graft(repository, target, work, paths));
  TRY_ASSIGN(const auto commit, git::make_commit(repository, {.tree = grafted,
                                                              .parents = {run.result.target_commit},
                                                              .message = "Tests of the change alone",
                                                              .date = run.mission.created_at.ms / 1000}));
  const std::string name = cat(run.mission.id.text, ".before");
  TRY_ASSIGN(const auto place, worktree_path(run.context.repository, name));
  TRY_ASSIGN(auto worktree, git::IntegrationWorktree::open(repository, name, place, commit));
  TRY_ASSIGN(auto sandbox, sandbox_for(worktree.path(), wish_of(run)));
  TRY_ASSIGN(const auto target_tree, git::tree_of(repository, run.result.target_commit));
  const PrepareSource source{run.result.target_commit, target_tree, target};
  TRY_ASSIGN(const auto prepared,
             prepare(prepare_request(run, worktree, sandbox, target, source), run.policy, run.evidence));
  TRY(worktree.move_to(commit, run.policy.caches));
  run.before.cannot_prove = !prepared.ok;
  TRY_ASSIGN(run.before.tree, CheckTree::make(std::move(worktree), commit, run.policy.caches, prepared,
                                              std::move(sandbox), os::join_path(run.scratch, "tree-before")));
  return {};
}

Result<judge::CommandRun> run_before(VerifyRun& run, const CheckRequest& request, const git::Tree& target,
                                     const git::Tree& work, const std::vector<std::string>& paths) {
  const MutexLock lock(run.before.mutex);
  if (run.before.tree == nullptr) TRY(open_before(run, target, work, paths));
  judge::CommandRun not_run;
  not_run.could_not_start = true;
  if (run.before.cannot_prove) return not_run;
  CheckRequest before = request;
  before.scratch = request.scratch + ".before";
  before.retries = 0;
  TRY(run.before.tree->take(before));
  TRY_ASSIGN(auto ran, run_check(before, run.evidence, {}));
  TRY(run.before.tree->settle());
  return std::move(ran.run);
}

}  // namespace

Result<std::vector<model::ProvenTest>> prove_check(VerifyRun& run, const CheckRequest& request,
                                                   const judge::CommandRun& after, const git::Tree& target,
                                                   const git::Tree& work) {
  TRY_ASSIGN(const auto files, changed_tests(run, work));
  if (judge::prove_tests(after, after, files, request.check.title).empty()) return std::vector<model::ProvenTest>();
  std::vector<std::string> paths;
  for (const auto& path : run.touched) {
    if (is_test_path(path)) paths.push_back(path);
  }
  TRY_ASSIGN(const auto before, run_before(run, request, target, work, paths));
  return judge::prove_tests(after, before, files, request.check.title);
}

void prove_criteria_of(VerifyRun& run) {
  std::vector<const model::Task*> tasks;
  for (const auto& task : run.tasks) {
    if (counted(task) != model::Counted::nowhere && task.state == model::TaskState::completed) tasks.push_back(&task);
  }
  judge::TestReport ran;
  for (const auto& each : run.runs) ran.add(each.log, {});
  run.result.criteria = judge::prove_criteria(tasks, run.result.checks, ran);
}

}  // namespace assay::engine
