// The red half of red and green: the tests of the change on the code before it. They are grafted onto
// the target's tree and run there by the same command, in a work tree of their own.
#include "base/text.h"
#include "diff/code.h"
#include "engine/snapshot.h"
#include "engine/verify_run.h"
#include "engine/worktree_folder.h"
#include "git/commit.h"
#include "git/graft.h"
#include "git/integration_worktree.h"
#include "judge/criterion_proof.h"
#include "judge/test_proof.h"
#include "os/files.h"
#include "os/lock.h"

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

Result<judge::CommandRun> run_before(VerifyRun& run, const CheckOrders& orders, const git::Tree& target,
                                     const git::Tree& work, const std::vector<std::string>& paths) {
  TRY_ASSIGN(const auto grafted, git::graft(run.context.repository, target, work, paths));
  TRY_ASSIGN(const auto commit, git::make_commit(run.context.repository, {.tree = grafted,
                                                                          .parents = {run.result.target_commit},
                                                                          .message = "Tests of the change alone",
                                                                          .date = run.mission.created_at.ms / 1000}));
  const std::string name = cat(run.mission.id.text, ".before");
  TRY_ASSIGN(const auto lock, os::Lock::take(run.in_folder(cat("locks/", name))));
  TRY_ASSIGN(const auto place, worktree_path(run.context.repository, name));
  TRY_ASSIGN(auto worktree, git::IntegrationWorktree::open(run.context.repository, name, place, commit));
  TRY(worktree.move_to(commit, run.policy.caches));
  const std::string& folder = worktree.path();

  CheckOrders before = orders;
  before.folder = folder;
  before.scratch = orders.scratch + ".before";
  before.retries = 0;
  TRY_ASSIGN(before.sandbox, sandbox_for(folder, wish_of(run)));
  TRY_ASSIGN(const auto tree, git::Tree::open(run.context.repository, grafted));
  const PrepareOrders prepare_orders{folder, run.in_folder("cache"), before.scratch,
                                     name,   before.sandbox,         run.context.cancel};
  TRY_ASSIGN(const auto prepared,
             prepare(prepare_orders, run.policy, steps_for(run.policy, *snapshot_of(tree)), tree, run.evidence, {}));
  judge::CommandRun not_run;
  not_run.could_not_start = true;
  if (!prepared.ok) return not_run;
  before.environment_changes = {"CI=true"};
  add_prepared(prepared, before);
  TRY_ASSIGN(auto ran, run_check(before, run.evidence, {}));
  return std::move(ran.run);
}

}  // namespace

Result<std::vector<model::ProvenTest>> prove_check(VerifyRun& run, const CheckOrders& orders,
                                                   const judge::CommandRun& after, const git::Tree& target,
                                                   const git::Tree& work) {
  TRY_ASSIGN(const auto files, changed_tests(run, work));
  if (judge::prove_tests(after, after, files, orders.check.title).empty()) return std::vector<model::ProvenTest>();
  std::vector<std::string> paths;
  for (const auto& path : run.touched) {
    if (is_test_path(path)) paths.push_back(path);
  }
  TRY_ASSIGN(const auto before, run_before(run, orders, target, work, paths));
  return judge::prove_tests(after, before, files, orders.check.title);
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
