#include "engine/work/task_place.h"

#include <algorithm>
#include <set>
#include <span>

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

namespace {

git::MergeBranch branch_to_merge(const model::Task& task, const std::string& tip) {
  return {task.id.text, tip, cat("Merge ", task.id.text, ": ", excerpt(task.name, 60))};
}

Result<std::optional<std::string>> tip_of(const git::Repository& repository, const model::Task& task) {
  return repository.find_commit(cat("refs/heads/", branch_of(task.mission, task.id)));
}

bool is_part(const std::vector<TaskPart>& parts, const model::TaskId& id) {
  return std::any_of(parts.begin(), parts.end(), [&](const TaskPart& part) { return part.task.id == id; });
}

// What the task and its subtasks wait for, each with the work of its own subtasks.
Result<std::vector<git::MergeBranch>> needed_by(const git::Repository& repository, const store::Store& store,
                                                const model::Task& task, const std::vector<TaskPart>& parts) {
  std::vector<model::TaskId> ids = task.depends_on;
  for (const auto& part : parts) ids.insert(ids.end(), part.task.depends_on.begin(), part.task.depends_on.end());
  std::vector<git::MergeBranch> out;
  std::set<std::string> known;
  for (const auto& id : ids) {
    if (is_part(parts, id) || !known.insert(id.text).second) continue;
    TRY_ASSIGN(const auto needed, store.tasks().find(id));
    TRY_ASSIGN(const auto of_needed, completed_parts_of(repository, store, needed));
    for (auto& branch : branches_of(of_needed)) out.push_back(std::move(branch));
    TRY_ASSIGN(const auto tip, tip_of(repository, needed));
    if (tip) out.push_back(branch_to_merge(needed, *tip));
  }
  return out;
}

Error does_not_merge(const model::Task& task, const git::Conflict& first) {
  return invalid_input(cat("what ", task.id.text, " depends on does not merge: ", first.path, " of ", first.branch,
                           "; have one of them done again on top of the others (assay task retry ", first.branch,
                           "), then assay task retry ", task.id.text));
}

}  // namespace

Result<std::vector<TaskPart>> completed_parts_of(const git::Repository& repository, const store::Store& store,
                                                 const model::Task& task) {
  std::vector<TaskPart> out;
  TRY_ASSIGN(const auto all, store.tasks().parts_of(task.id));
  for (const auto* part : in_dependency_order(all)) {
    if (part->state != model::TaskState::completed) continue;
    TRY_ASSIGN(const auto tip, tip_of(repository, *part));
    if (tip) out.push_back({*part, *tip});
  }
  return out;
}

std::vector<git::MergeBranch> branches_of(const std::vector<TaskPart>& parts) {
  std::vector<git::MergeBranch> out;
  for (const auto& part : parts) out.push_back(branch_to_merge(part.task, part.tip));
  return out;
}

Result<TaskStart> start_of(const git::Repository& repository, const store::Store& store, const model::Mission& mission,
                           const model::Task& task) {
  if (mission.base_commit.empty()) return began_without_commit(mission.id);
  const auto date = mission.created_at.ms / 1000;
  TRY_ASSIGN(const auto parts, completed_parts_of(repository, store, task));
  TRY_ASSIGN(const auto needed, needed_by(repository, store, task, parts));
  TRY_ASSIGN(const auto base, repository.commit_of(mission.base_commit));
  TRY_ASSIGN(const auto before, git::merge_branches(repository, base, needed, date));
  if (!before.commit) return does_not_merge(task, before.conflicts.front());
  TRY_ASSIGN(const auto all, git::merge_branches(repository, before.commit->id, branches_of(parts), date));
  if (!all.commit) return does_not_merge(task, all.conflicts.front());
  return TaskStart{all.commit->id, before.commit->id};
}

Result<std::optional<TaskStart>> fresh_start_of(const git::Repository& repository, const store::Store& store,
                                                const model::Mission& mission, const model::Task& task,
                                                const std::string& compared_with) {
  TRY_ASSIGN(const auto own, tip_of(repository, task));
  if (!own) return std::optional<TaskStart>();
  const auto date = mission.created_at.ms / 1000;
  TRY_ASSIGN(const auto parts, completed_parts_of(repository, store, task));
  const auto of_parts = branches_of(parts);
  TRY_ASSIGN(const auto target, repository.find_commit(cat("refs/heads/", mission.target_branch)));
  if (task.round > 1 && target) {
    TRY_ASSIGN(const auto tasks, store.tasks().of(mission.id, {}));
    std::vector<git::MergeBranch> branches;
    for (const auto* other : in_dependency_order(tasks)) {
      if (other->id == task.id || other->state != model::TaskState::completed || is_part(parts, other->id)) continue;
      TRY_ASSIGN(const auto tip, tip_of(repository, *other));
      if (tip) branches.push_back(branch_to_merge(*other, *tip));
    }
    TRY_ASSIGN(const auto others, git::merge_branches(repository, *target, branches, date));
    if (others.commit) {
      const git::MergeBranch mine{task.id.text, *own, "", {}};
      TRY_ASSIGN(const auto whole, git::merge_branches(repository, others.commit->id, std::span(&mine, 1), date));
      TRY_ASSIGN(const auto begun, git::merge_branches(repository, others.commit->id, of_parts, date));
      if (!whole.commit && begun.commit) return std::optional(TaskStart{begun.commit->id, others.commit->id});
    }
  }
  TRY_ASSIGN(const auto joined, git::merge_branches(repository, *own, of_parts, date));
  if (joined.commit && joined.commit->id == *own) return std::optional<TaskStart>();
  if (joined.commit) return std::optional(TaskStart{joined.commit->id, compared_with});
  TRY_ASSIGN(auto anew, start_of(repository, store, mission, task));
  return std::optional(std::move(anew));
}

Result<git::TaskWorktree> open_worktree(const git::Repository& repository, const store::Store& store,
                                        const model::Mission& mission, const model::Task& task) {
  TRY_ASSIGN(const auto start, start_of(repository, store, mission, task));
  TRY_ASSIGN(const auto path, worktree_path(repository, task_worktree_name(mission.id.text, task.id.text)));
  return git::TaskWorktree::open(repository, mission.id.text, task.id.text, path, start.base, start.from);
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
