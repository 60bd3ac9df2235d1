// The flow, top to bottom in verify(). What the order guards: the policy (settings and the definition of
// checks) is read from the target before the work is looked at; the tree is fixed before anything of
// it runs; nothing is recorded that was found for other work than the store holds at that moment.
#include "engine/verify/verify.h"

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "engine/check/snapshot.h"
#include "engine/sandbox_policy.h"
#include "engine/verify/live.h"
#include "engine/verify/mission_checks.h"
#include "engine/verify/run.h"
#include "engine/worktree_folder.h"
#include "git/commit.h"
#include "git/worktrees/integration_worktree.h"
#include "os/files.h"
#include "os/lock.h"
#include "os/process/sandbox_probe.h"
#include "plan/checks.h"
#include "store/missions.h"
#include "store/packs.h"
#include "store/tasks.h"

namespace assay::engine {

namespace {

using model::Verification;
using model::VerificationOutcome;

// ---- may it be verified ------------------------------------------------------------------------

Result<os::Lock> lock_mission(const VerifyContext& context, const model::MissionId& mission) {
  const std::string path = os::join_path(context.folder, cat("locks/verify-", mission.text));
  TRY_ASSIGN(auto lock, os::Lock::try_take(path));
  if (!lock) {
    return conflict(cat(mission.text, " is being verified by ", os::Lock::holder(path), "; wait for it to end"));
  }
  return std::move(*lock);
}

Result<void> refuse_unfinished(const model::Mission& mission, const std::vector<model::Task>& tasks) {
  if (mission.facts.landed || mission.facts.closed) return conflict(cat(mission.id.text, " has landed already"));
  std::vector<std::string> open;
  size_t done = 0;
  for (const auto& task : tasks) {
    if (counted(task) == model::Counted::nowhere || task.state == model::TaskState::cancelled) continue;
    if (task.state == model::TaskState::completed)
      ++done;
    else
      open.push_back(cat(task.id.text, " is ", name(task.state)));
  }
  if (!open.empty()) {
    const size_t more = open.size() > 3 ? open.size() - 3 : 0;
    open.resize(open.size() - more);
    return conflict(cat(mission.id.text, " is not ready to be verified: ", join(open, ", "),
                        more > 0 ? cat(" and ", more, " more") : std::string(), "; complete or cancel them first"));
  }
  if (done == 0) return conflict(cat(mission.id.text, " has no completed task, so there is nothing to verify"));
  return {};
}

// ---- the policy -----------------------------------------------------------------------------------

// Checks that the pack does not have yet. A check that looks for a file the work deletes could never pass.
Result<void> synthesize_checks(VerifyRun& run, const git::Tree& target, const git::Tree* work,
                               const std::vector<std::string>& remaining) {
  const auto fresh = missing_checks({target, work, run.policy, run.mission, run.tasks, remaining});
  if (fresh.empty()) return {};
  TRY(run.context.store.change(run.request.actor)
          .packs()
          .add_checks(run.mission.id, fresh, "found in the target, in the work, or named by a criterion"));
  TRY_ASSIGN(run.mission, run.context.store.missions().find(run.mission.id));
  return {};
}

// What a person took away is not run, and whoever reads the result sees that.
void note_removed_checks(VerifyRun& run) {
  const auto& pack = run.mission.pack;
  for (const auto& removed : pack.removed) {
    const auto& check = removed.check;
    const bool is_back = std::any_of(pack.checks.begin(), pack.checks.end(), [&](const auto& each) {
      return each.kind == check.kind && each.command == check.command && each.path == check.path;
    });
    if (is_back) continue;
    run.result.notes.push_back(cat("Not run: \"", check.title, "\", which ", removed.actor, " took away",
                                   removed.reason.empty() ? std::string() : cat(": ", excerpt(removed.reason, 300)),
                                   "."));
  }
}

// ---- the sandbox ---------------------------------------------------------------------------------

// Checks see the work where a person would have it, under the name of the project. The real place lies in
// a hidden folder, and web servers and linters leave alone what does; and what a tool writes down about
// places stays true for the next mission.
std::string project_name(const std::string& folder) {
  std::string name = os::file_name(os::parent_path(folder));
  std::erase_if(name, [](char c) { return !is_alnum(c) && c != '-' && c != '_'; });
  return name.empty() ? std::string("project") : name;
}

// Nothing when there is a sandbox or the operator does without; else why commands cannot be run.
std::string raise_walls(VerifyRun& run, const std::string& folder) {
  auto sandbox = sandbox_for(folder, wish_of(run));
  if (!sandbox) {
    run.result.sandbox = "none";
    return sandbox.error().message;
  }
  run.sandbox = std::move(*sandbox);
  run.result.sandbox = os::name_of(run.sandbox.level);
  if (run.request.sandbox_off) run.result.sandbox += ": the operator said so";
  if (run.policy.sandbox_off) run.result.sandbox += ": assay.toml of the target says so";
  if (run.policy.network) run.result.sandbox += ", with network";
  run.result.sandbox += cat(", memory limit ", os::limits_held_by() == os::k_limits_by_kernel ? "enforced" : "watched");
  return {};
}

// ---- the steps in between ----------------------------------------------------------------------

void note_changed_lockfiles(VerifyRun& run, const std::vector<plan::PrepareStep>& steps) {
  for (const auto& step : steps) {
    for (const auto& input : step.inputs) {
      if (std::find(run.touched.begin(), run.touched.end(), input) == run.touched.end()) continue;
      run.result.notes.push_back(cat("The work changes ", input, ", which decides what is installed."));
    }
  }
}

// What nobody needs any more of what was prepared, here and where it was kept before.
void sweep_prepared(VerifyRun& run) {
  os::remove_tree(run.in_folder("cache"));
  const auto cache = PreparedCache::open(run.context.repository.common_folder());
  if (!cache) return;
  cache->sweep(run.context.clock.now(), [&](const std::string& id) {
    const auto mission = run.context.store.missions().find(model::MissionId(id));
    if (!mission) return PreparedCache::Owner::unknown;
    const bool over = mission->facts.landed || mission->facts.closed || model::is_cancelled(*mission);
    return over ? PreparedCache::Owner::over : PreparedCache::Owner::open;
  });
}

Result<void> run_commands(VerifyRun& run, git::IntegrationWorktree worktree, const git::Tree& target,
                          const git::Tree& work) {
  const auto no_walls = raise_walls(run, worktree.path());
  if (!no_walls.empty()) {
    leave_commands_unrun(run, no_walls);
    return {};
  }
  TRY(look_around(run, worktree.path()));
  const auto steps = steps_for(run.policy, *snapshot_of(work));
  note_changed_lockfiles(run, steps);
  if (!steps.empty()) {
    run.context.events.stage("preparing dependencies");
    const PrepareSource source{run.result.commit, run.result.tree, work};
    TRY_ASSIGN(run.prepared,
               prepare(prepare_request(run, worktree, run.sandbox, target, source), run.policy, run.evidence));
    sweep_prepared(run);
  }
  run.result.prepared = run.prepared.steps;
  if (run.prepared.cancelled) run.result.outcome = VerificationOutcome::cancelled;
  if (!run.prepared.ok) {
    leave_commands_unrun(run, run.prepared.steps.back().failure);
    return {};
  }
  run.context.events.stage("running checks");
  TRY_ASSIGN(auto tree, CheckTree::make(std::move(worktree), run.result.commit, run.policy.caches, run.prepared,
                                        run.sandbox, os::join_path(run.scratch, "tree-0")));
  {
    const MutexLock lock(run.trees.mutex);
    run.trees.all.push_back(std::move(tree));
  }
  return run_command_checks(run, target, work);
}

}  // namespace

SandboxRequest wish_of(const VerifyPolicy& policy, const std::string& folder) {
  SandboxRequest wish;
  wish.shown_as = cat("/src/", project_name(folder));
  wish.limits = policy.limits;
  wish.readable = policy.readable;
  wish.network = policy.network ? os::Sandbox::Network::host : os::Sandbox::Network::none;
  if (policy.sandbox_off) wish.level = os::Sandbox::Level::off;
  return wish;
}

SandboxRequest wish_of(const VerifyRun& run) {
  auto wish = wish_of(run.policy, run.context.folder);
  if (run.request.sandbox_off) wish.level = os::Sandbox::Level::off;
  return wish;
}

VerifyRun::VerifyRun(const VerifyContext& in, const VerifyRequest& asked)
    : context(in), request(asked), evidence(os::join_path(in.folder, "evidence")) {}

std::string VerifyRun::in_folder(std::string_view name) const { return os::join_path(context.folder, name); }

PrepareRequest prepare_request(VerifyRun& run, git::IntegrationWorktree& worktree, const os::Sandbox& sandbox,
                               const git::Tree& target, const PrepareSource& work) {
  const auto& repository = run.context.repository;
  const auto& commit = run.result.target_commit;
  const auto scratch = os::join_path(run.scratch, cat("prepare-", os::file_name(worktree.path())));
  return {.worktree = worktree,
          .target = {commit, git::tree_of(repository, commit).value_or(commit), target},
          .work = work,
          .git_folder = repository.common_folder(),
          .scratch = scratch,
          .mission = run.mission.id.text,
          .sandbox = sandbox,
          .fresh = run.request.fresh,
          .cancel = run.context.cancel};
}

Result<Touched> touched_paths(const git::Repository& repository, const std::string& from, const std::string& to) {
  Touched out;
  if (to.empty()) return out;
  TRY_ASSIGN(const auto listing,
             repository.run_sealed({"diff-tree", "-r", "-z", "--name-status", "--no-renames", from, to}));
  const auto fields = split(listing, '\0');  // "M", path, "D", path, …
  for (size_t n = 0; n + 1 < fields.size(); n += 2) {
    out.all.emplace_back(fields[n + 1]);
    if (fields[n] != "D") out.remaining.emplace_back(fields[n + 1]);
  }
  return out;
}

Result<void> examine(VerifyRun& run, const git::Tree& target, const git::Tree& work) {
  // The place.
  run.context.events.stage("updating the work tree");
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-verify"));
  run.scratch = scratch.path();
  const auto& name = run.mission.id.text;
  TRY_ASSIGN(const auto place, worktree_path(run.context.repository, name));
  TRY_ASSIGN(auto worktree, git::IntegrationWorktree::open(run.context.repository, name, place, run.result.commit));
  TRY(worktree.move_to(run.result.commit, run.policy.caches));

  // The checks, and the gate that hears what they said.
  TRY(answer_without_running(run, work));
  TRY(run_commands(run, std::move(worktree), target, work));
  if (!run.was_cancelled()) TRY(prove_work(run, target));
  if (!run.was_cancelled()) TRY(pass_the_gate(run));
  TRY(judge_criteria(run, target, work));
  TRY(note_trespass(run));
  conclude(run);
  // Their sandboxes stand in folders that go with us.
  const MutexLock trees(run.trees.mutex);

  const MutexLock target_tree(run.target.mutex);
  run.trees.all.clear();

  run.target.tree.reset();
  return {};
}

Result<Verification> verify(const VerifyContext& asked, const VerifyRequest& request) {
  TRY_ASSIGN(const auto lock, lock_mission(asked, request.mission));
  LiveVerification live(asked.folder, request.mission, asked.events);
  const VerifyContext context{asked.repository, asked.folder, asked.store, asked.clock, live, asked.cancel};
  VerifyRun run(context, request);
  TRY_ASSIGN(run.mission, context.store.missions().find(request.mission));
  TRY_ASSIGN(run.tasks, context.store.tasks().of(request.mission, {}));
  TRY(refuse_unfinished(run.mission, run.tasks));
  run.result.id = cat("verification-", random_name(12));
  run.result.mission = run.mission.id;
  run.result.base_commit = run.mission.base_commit;
  run.result.target_branch = run.mission.target_branch;
  run.result.started_at = context.clock.now();

  // The work: known already, or merged.
  TRY_ASSIGN(const auto to_merge, find_work(context.repository, run.mission, run.tasks, request.branches));
  TRY(find_acceptance(run, to_merge));
  run.result.work = sum_of(to_merge);
  TRY(note_moved_work(run, to_merge));
  TRY_ASSIGN(const bool known, answer_from_memory(run, to_merge));
  if (known) {
    TRY(keep_acceptance(run, to_merge));
    TRY(record(run));
    return std::move(run.result);
  }
  const os::SandboxTrialAhead ahead;
  context.events.stage("merging the work");
  TRY_ASSIGN(const auto merged, integrate(context.repository, run.mission, to_merge));
  run.result.target_commit = merged.target_commit;
  run.result.commit = merged.commit;
  run.result.tree = merged.tree;

  // The policy, from the target.
  TRY_ASSIGN(const auto target, git::Tree::open(context.repository, merged.target_commit));
  TRY_ASSIGN(run.policy, read_policy(target));
  TRY_ASSIGN(auto touched, touched_paths(context.repository, merged.target_commit, merged.commit));
  run.touched = std::move(touched.all);
  std::optional<git::Tree> work;
  if (!merged.commit.empty()) {
    TRY_ASSIGN(work, git::Tree::open(context.repository, merged.commit));
  }
  TRY(synthesize_checks(run, target, work ? &*work : nullptr, touched.remaining));
  note_removed_checks(run);
  for (const auto& check : run.mission.pack.checks) run.result.checks.push_back(begin_check(check));
  context.events.planned(run.mission.pack.checks);
  if (!work) {
    note_conflicts(run, merged);
    TRY(record(run));
    return std::move(run.result);
  }

  TRY(examine(run, target, *work));

  // What it came to. A run that was cancelled leaves no trace in the store.
  if (run.was_cancelled()) return std::move(run.result);
  TRY_ASSIGN(const bool stale, note_stale_target(run));
  TRY(keep_acceptance(run, to_merge));
  TRY(record(run));
  if (!stale) TRY(remember(run, to_merge));
  return std::move(run.result);
}

}  // namespace assay::engine
