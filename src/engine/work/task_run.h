// One run of an agent on one task: its worktree and branch, its instructions, the run itself in the sandbox,
// and what it left behind, told as values. Nothing here decides what becomes of the task, and nothing is
// written to the store: whoever called turns a TaskRun into moves.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.h"
#include "base/result.h"
#include "engine/work/agents/instructions.h"
#include "engine/work/agents/work_context.h"
#include "git/worktrees/task_worktree.h"
#include "model/task.h"

namespace assay::engine {

// Something that was left in a state in which the branch cannot be taken as the task's work.
struct BranchProblem {
  enum class What {
    switched_branch,
    rewrote_history,
    unfinished,  // a merge, rebase, … that was begun
    unmerged,    // paths in conflict
    conflict_markers,
    nested_repository,
    changed_outside,  // what is not the task's: refs, hooks, settings, the main checkout, the store
  };
  What what = What::switched_branch;
  std::string text;  // what was found
  std::string then;  // what happens with it
};

struct TaskRun {
  agents::Report report;
  std::string agent;  // the profile that ran
  std::string branch;
  std::string base;                        // what the work is compared with: where it began, without its subtasks' work
  std::string commit;                      // the branch's tip now; the base when nothing was done
  std::string tree;                        // of the commit
  std::vector<std::string> files_changed;  // between base and commit
  git::Left left;                          // the worktree as the agent left it
  std::optional<std::string> snapshot;     // the commit we made of what it had not committed
  std::vector<BranchProblem> disorder;     // empty: the branch can be taken as the work
  std::vector<std::string> notices;        // for people: denied tools, refs that they moved meanwhile
  std::vector<std::string> questions;      // that it left for a person
  std::optional<std::string> salvage;      // the ref that keeps everything, when there is disorder
  std::string log;                         // digest of the log among the evidence; empty: there was no output
  std::string sandbox;                     // "bubblewrap", …
  std::chrono::milliseconds duration{0};

  bool has_change() const { return !files_changed.empty(); }
  bool is_orderly() const { return disorder.empty(); }
  bool has(BranchProblem::What what) const;
};

// Error conflict: the task's worktree is in use by another run. Error unavailable: no sandbox works
// here. Everything the agent does or does not do is a TaskRun.
Result<TaskRun> run_task(const WorkContext& context, const model::Task& task, const InstructionsMaterial& material);

// A check by an agent: on a copy of the candidate that it cannot change.
struct CheckerRun {
  agents::Report report;
  std::string agent;
  bool passed = false;  // it ended well, said so, and the copy is unchanged
  bool found = false;   // it ended well, and said that it is not as it should be
  std::string summary;  // when not passed: what to tell
  std::string commit;   // what was checked
  std::string tree;
  std::string log;
  std::string sandbox;
  std::chrono::milliseconds duration{0};
};

struct CheckedWork;

// A pass never lifts what a rule blocked: the caller asks only when nothing else stands in the way.
Result<CheckerRun> run_checker(const WorkContext& context, const model::Task& checker, const CheckedWork& work);

}  // namespace assay::engine
