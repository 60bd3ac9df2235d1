#include "engine/work/task_place.h"

#include "base/text.h"
#include "engine/verify/integration.h"
#include "engine/worktree_folder.h"
#include "git/merge.h"
#include "store/tasks.h"

namespace assay::engine {

Error began_without_commit(const model::MissionId& mission) {
  return invalid_input(
      cat(mission.text, " began in a repository without a commit; commit something and make it again"));
}

Result<std::string> base_of(const git::Repository& repository, const store::Store& store, const model::Mission& mission,
                            const model::Task& task) {
  if (mission.base_commit.empty()) return began_without_commit(mission.id);
  std::vector<git::MergeBranch> branches;
  for (const auto& id : task.depends_on) {
    TRY_ASSIGN(const auto needed, store.tasks().find(id));
    TRY_ASSIGN(const auto tip, repository.find_commit(cat("refs/heads/", branch_of(mission.id, id))));
    if (tip) branches.push_back({id.text, *tip, cat("Merge ", id.text, ": ", excerpt(needed.name, 60))});
  }
  TRY_ASSIGN(const auto base, repository.commit_of(mission.base_commit));
  if (branches.empty()) return base;
  TRY_ASSIGN(const auto merged, git::merge_branches(repository, base, branches, mission.created_at.ms / 1000));
  if (!merged.commit) {
    const auto& first = merged.conflicts.front();
    return invalid_input(cat("what ", task.id.text, " depends on does not merge: ", first.path, " of ", first.branch,
                             "; have one of them done again on top of the others (assay task retry ", first.branch,
                             "), then assay task retry ", task.id.text));
  }
  return merged.commit->id;
}

Result<std::optional<std::string>> fresh_base_of(const git::Repository& repository, const store::Store& store,
                                                 const model::Mission& mission, const model::Task& task) {
  TRY_ASSIGN(const auto own, repository.find_commit(cat("refs/heads/", branch_of(mission.id, task.id))));
  TRY_ASSIGN(const auto target, repository.find_commit(cat("refs/heads/", mission.target_branch)));
  if (task.round == 1 || !own || !target) return std::optional<std::string>();
  TRY_ASSIGN(const auto tasks, store.tasks().of(mission.id, {}));
  std::vector<git::MergeBranch> branches;
  for (const auto* other : in_dependency_order(tasks)) {
    if (other->id == task.id || other->state != model::TaskState::completed) continue;
    TRY_ASSIGN(const auto tip, repository.find_commit(cat("refs/heads/", branch_of(mission.id, other->id))));
    if (tip) branches.push_back({other->id.text, *tip, cat("Merge ", other->id.text, ": ", excerpt(other->name, 60))});
  }
  const auto date = mission.created_at.ms / 1000;
  TRY_ASSIGN(const auto others, git::merge_branches(repository, *target, branches, date));
  if (!others.commit) return std::optional<std::string>();
  const git::MergeBranch mine{task.id.text, *own, "", {}};
  TRY_ASSIGN(const auto all, git::merge_branches(repository, others.commit->id, std::span(&mine, 1), date));
  return all.commit ? std::optional<std::string>() : std::optional(others.commit->id);
}

Result<git::TaskWorktree> open_worktree(const git::Repository& repository, const store::Store& store,
                                        const model::Mission& mission, const model::Task& task) {
  TRY_ASSIGN(const auto base, base_of(repository, store, mission, task));
  TRY_ASSIGN(const auto path, worktree_path(repository, task_worktree_name(mission.id.text, task.id.text)));
  return git::TaskWorktree::open(repository, mission.id.text, task.id.text, path, base);
}

Result<git::IntegrationWorktree> copy_to_look_at(const git::Repository& repository, const model::MissionId& mission,
                                                 const model::TaskId& task, const std::string& commit) {
  const auto name = cat(task_worktree_name(mission.text, task.text), ".check");
  TRY_ASSIGN(const auto path, worktree_path(repository, name));
  TRY_ASSIGN(auto copy, git::IntegrationWorktree::open(repository, name, path, commit));
  TRY(copy.move_to(commit));
  return copy;
}

}  // namespace assay::engine
