// What a run of an agent leaves is looked at from outside: refs, index, files and git's own settings, by
// git calls that the worktree cannot steer. In the sandbox the git folder cannot be written, so most of
// what is called disorder here only happens where the operator turned the sandbox off.
#include "engine/work/task_run.h"

#include <algorithm>

#include "base/text.h"
#include "engine/verify/integration.h"
#include "engine/work/agents/agent_budget.h"
#include "engine/work/agents/agent_call.h"
#include "engine/work/leftovers.h"
#include "engine/work/task_place.h"
#include "engine/worktree_folder.h"
#include "git/commit.h"
#include "git/stale_locks.h"
#include "git/worktrees/salvage.h"
#include "git/worktrees/worktree_admin.h"
#include "os/files.h"
#include "os/lock.h"
#include "store/missions.h"

namespace assay::engine {

namespace {

std::string worktree_name(const model::Mission& mission, const model::Task& task) {
  return task_worktree_name(mission.id.text, task.id.text);
}

// Lock files of a git that was killed with an earlier run. REQUIRES: the task is ours.
Result<void> drop_stale_locks(const WorkContext& context, const model::Mission& mission, const model::Task& task) {
  TRY_ASSIGN(const auto place, git::find_place(context.repository, worktree_name(mission, task)));
  if (!place) return {};
  const auto admin = git::find_admin(context.repository, place->path);
  git::drop_stale_locks(context.repository, branch_of(mission.id, task.id), os::file_name(admin.value_or("")));
  return {};
}

Result<os::Lock> lock_task(const WorkContext& context, const model::Task& task) {
  const auto path = os::join_path(context.folder, cat("locks/", task.id.text));
  TRY_ASSIGN(auto lock, os::Lock::try_take(path));
  if (!lock) {
    return conflict(cat(task.id.text, " is being worked on by ", os::Lock::holder(path), "; wait for it to end"));
  }
  return std::move(*lock);
}

std::string snapshot_message(const model::Task& task, std::string_view what) {
  return cat(excerpt(task.name, 60), "\n\n", what, " of ", task.id.text, ", round ", task.round, ".");
}

// A run that was interrupted may have left anything. What is orderly is committed and gone on from; the
// rest is put aside where nothing is lost, and the task begins again from its last good commit. So is work that is
// done again because it did not merge: the task begins on top of what the others did.
Result<git::TaskWorktree> clear_worktree(const WorkContext& context, const model::Mission& mission,
                                         const model::Task& task) {
  const auto date = context.clock.now().ms / 1000;
  TRY_ASSIGN(auto worktree, open_worktree(context.repository, context.store, mission, task));
  if (worktree.is_new()) return worktree;
  TRY_ASSIGN(const auto snapshot, worktree.snapshot_commit(snapshot_message(task, "Unfinished work"), date));
  TRY_ASSIGN(const auto fresh,
             fresh_start_of(context.repository, context.store, mission, task, worktree.compared_with()));
  if (snapshot.left.is_orderly() && !fresh) return worktree;
  const TaskStart start = fresh.value_or(TaskStart{worktree.base(), worktree.compared_with()});
  const auto aside =
      git::put_aside(context.repository, worktree_name(mission, task), fresh ? start.base : worktree.last_tip(), date);
  // That does not pass by waiting, as a conflict would.
  if (!aside && !snapshot.left.nested.empty()) return invalid_input(aside.error().message);
  TRY(aside);
  return git::TaskWorktree::open(context.repository, mission.id.text, task.id.text, worktree.path(), start.base,
                                 start.from);
}

Result<std::vector<std::string>> changed_files(const git::Repository& repository, const std::string& from,
                                               const std::string& to) {
  std::vector<std::string> out;
  if (from == to) return out;
  TRY_ASSIGN(const auto listing,
             repository.run_sealed({"diff-tree", "-r", "-z", "--name-only", "--no-renames", from, to}));
  for (const auto path : split(listing, '\0')) {
    if (!path.empty()) out.push_back(to_utf8(path));
  }
  return out;
}

agents::Report not_started(std::string reason) {
  agents::Report report;
  report.end = agents::End::could_not_start;
  report.reason = std::move(reason);
  return report;
}

Result<void> take_stock(const WorkContext& context, const model::Task& task, git::TaskWorktree& worktree,
                        TaskRun& run) {
  const auto date = context.clock.now().ms / 1000;
  TRY_ASSIGN(auto snapshot, worktree.snapshot_commit(snapshot_message(task, "Uncommitted work"), date));
  run.left = std::move(snapshot.left);
  run.snapshot = std::move(snapshot.commit);
  run.base = worktree.compared_with();
  run.branch = worktree.branch();
  run.commit = run.snapshot ? *run.snapshot : run.left.tip;
  for (auto& each : disorder_of(run.left, worktree.branch())) run.disorder.push_back(std::move(each));
  if (run.commit.empty() || run.left.rewrote_history) run.commit = worktree.last_tip();
  TRY_ASSIGN(run.tree, git::tree_of(context.repository, run.commit));
  if (run.snapshot && run.left.head == run.base) {
    for (const auto& path : run.left.uncommitted) run.files_changed.push_back(to_utf8(path));
  } else {
    TRY_ASSIGN(run.files_changed, changed_files(context.repository, run.base, run.commit));
  }
  TRY_ASSIGN(const auto marked, files_with_conflict_markers(context.repository, run.base, run.commit));
  if (!marked.empty()) run.disorder.push_back(marked_conflicts(marked));
  return {};
}

// Agents without a desk ask in their last message, as their instructions say.
std::vector<std::string> questions_in(std::string_view summary) {
  constexpr std::string_view k_asks = "QUESTION:";
  constexpr size_t k_most_questions = 10;
  std::vector<std::string> out;
  for (const auto line : split_lines(summary)) {
    const auto text = trim(line);
    if (text.starts_with(k_asks) && text.size() > k_asks.size() && out.size() < k_most_questions) {
      out.push_back(excerpt(trim(text.substr(k_asks.size())), 1'000));
    }
  }
  return out;
}

}  // namespace

bool TaskRun::has(BranchProblem::What what) const {
  return std::any_of(disorder.begin(), disorder.end(), [&](const BranchProblem& each) { return each.what == what; });
}

Result<TaskRun> run_task(const WorkContext& context, const model::Task& task, const InstructionsMaterial& material) {
  if (task.mission.empty()) {
    return invalid_input(cat(task.id.text, " belongs to no mission; it has no branch to work on"));
  }
  TRY_ASSIGN(const auto mission, context.store.missions().find(task.mission));
  TRY_ASSIGN(const auto lock, lock_task(context, task));
  // We hold the task: nobody else writes its branch or its worktree.
  TRY(drop_stale_locks(context, mission, task));
  TRY_ASSIGN(auto worktree, clear_worktree(context, mission, task));
  TRY_ASSIGN(const auto policy_commit, policy_commit_of(context.repository, mission));
  TRY_ASSIGN(const auto config, read_agents(context.repository, policy_commit));

  TaskRun run;
  const auto agent = choose_agent(config, task, program_of);
  if (!agent) {
    run.report = not_started(agent.error().message);
    TRY(take_stock(context, task, worktree, run));
    return run;
  }
  run.agent = agent->name;

  agents::AgentRun call;
  call.agent = *agent;
  call.prompt = work_instructions(task, &mission, material);
  call.live_name = task.id.text;
  call.task = desk_document(task, material);
  call.process.folder = worktree.path();
  call.budget_usd = task.agent.max_budget_usd;
  call.process.timeout = std::chrono::milliseconds(task.timeout_ms);
  TRY_ASSIGN(const auto left, allowance_of(context, mission, &task));
  if (!left.reached.empty()) {
    run.report = out_of_budget(left);
    TRY(take_stock(context, task, worktree, run));
    return run;
  }
  hold_to(left, call);
  call.branch = worktree.branch();
  TRY_ASSIGN(auto answer, call_agent(context, call));
  run.report = std::move(answer.report);
  run.log = std::move(answer.log);
  run.sandbox = std::move(answer.sandbox);
  run.duration = answer.duration;
  run.questions = std::move(answer.questions);
  for (auto& question : questions_in(run.report.summary)) run.questions.push_back(std::move(question));
  for (const auto& question : run.questions) run.notices.push_back(cat("It asks: ", question));
  for (const auto& tool : run.report.denied) run.notices.push_back(cat("It was not allowed to use ", tool, "."));

  TRY(take_stock(context, task, worktree, run));
  for (auto& notice : answer.trespass.notices) run.notices.push_back(std::move(notice));
  if (!answer.trespass.lines.empty()) run.disorder.push_back(changed_outside(answer.trespass.lines));
  if (!run.is_orderly()) {
    // A repository made inside cannot be salvaged; then the worktree itself is what keeps it.
    auto kept = keep_all(context.repository, worktree_name(mission, task), context.clock.now().ms / 1000);
    if (kept) run.salvage = std::move(*kept);
  }
  return run;
}

}  // namespace assay::engine
