#include "engine/work/checked_work.h"

#include "base/text.h"
#include "engine/verify/integration.h"
#include "engine/work/task_place.h"
#include "engine/worktree_folder.h"
#include "git/commit.h"
#include "git/worktrees/worktree_place.h"
#include "store/missions.h"

namespace assay::engine {

namespace {

// What the work on a task is compared with; where its work tree is gone, what its branch left the mission's base at.
Result<std::string> compared_with(const git::Repository& repository, const model::Mission& mission,
                                  const model::Task& task, const std::string& tip) {
  const auto place = git::find_place(repository, task_worktree_name(mission.id.text, task.id.text));
  if (place && *place) return (*place)->compared_with();
  return repository.run({"merge-base", mission.base_commit, tip});
}

void add_part(const model::Task& part, model::Task& asked) {
  asked.instructions += cat("\n\nDone as the subtask \"", part.name, "\":\n", trim(part.instructions));
  if (!trim(part.acceptance_criteria).empty()) {
    asked.acceptance_criteria += cat(asked.acceptance_criteria.empty() ? "" : "\n\n", "Of \"", part.name,
                                     "\": ", trim(part.acceptance_criteria));
  }
  for (auto criterion : part.success_criteria) {
    criterion.id = cat(part.id.text, "/", criterion.id);
    asked.success_criteria.push_back(std::move(criterion));
  }
  // Without a limit of its own it may touch what the whole may.
  if (asked.files_modified.empty()) return;
  asked.files_modified.insert(asked.files_modified.end(), part.files_modified.begin(), part.files_modified.end());
}

}  // namespace

Result<CheckedWork> checked_work_of(const WorkContext& context, const model::Task& task) {
  if (task.mission.empty()) {
    return invalid_input(cat(task.id.text, " belongs to no mission; there is no branch to check"));
  }
  const auto& repository = context.repository;
  CheckedWork out;
  out.task = out.asked = task;
  TRY_ASSIGN(out.mission, context.store.missions().find(task.mission));
  TRY_ASSIGN(out.tip, repository.commit_of(cat("refs/heads/", branch_of(out.mission.id, task.id))));
  TRY_ASSIGN(out.candidate.base, compared_with(repository, out.mission, task, out.tip));
  TRY_ASSIGN(const auto parts, completed_parts_of(repository, context.store, task));
  TRY_ASSIGN(const auto whole,
             git::merge_branches(repository, out.tip, branches_of(parts), out.mission.created_at.ms / 1000));
  if (!whole.commit) {
    const auto& first = whole.conflicts.front();
    return invalid_input(cat(task.id.text, " does not merge with its subtask ", first.branch, ": ", first.path,
                             "; have it done again (assay task retry ", task.id.text, ")"));
  }
  out.candidate.commit = whole.commit->id;
  TRY_ASSIGN(out.candidate.tree, git::tree_of(repository, out.candidate.commit));
  for (const auto& part : parts) {
    add_part(part.task, out.asked);
    TRY_ASSIGN(auto base, compared_with(repository, out.mission, part.task, part.tip));
    out.candidate.parts.push_back({part.task.name, part.tip, std::move(base), part.task.files_modified});
  }
  return out;
}

}  // namespace assay::engine
