#include "ops/missions/task_branch.h"

#include "base/text.h"
#include "engine/verify/integration.h"
#include "engine/worktree_folder.h"
#include "git/refs/refs.h"
#include "git/worktrees/salvage.h"

namespace assay::ops {

TaskBranch look_at_branch(Context& context, const model::Task& task) {
  TaskBranch out;
  const auto repository = context.repository();
  if (!repository || task.mission.empty()) return out;
  const auto branch = cat("refs/heads/", engine::branch_of(task.mission, task.id));
  if (auto tip = git::read_ref(**repository, branch)) out.tip = tip->value_or("");
  const auto status = git::status_of(**repository, engine::task_worktree_name(task.mission.text, task.id.text));
  if (!status || !status->is_there) return out;
  out.folder = status->place.path;
  out.uncommitted = status->uncommitted;
  return out;
}

std::string describe_uncommitted(const model::Task& task, const TaskBranch& branch) {
  constexpr size_t k_named = 8;
  if (branch.uncommitted.empty()) return {};
  std::vector<std::string> named;
  for (size_t i = 0; i < branch.uncommitted.size() && i < k_named; ++i)
    named.push_back(excerpt(to_utf8(branch.uncommitted[i]), 200));
  const size_t more = branch.uncommitted.size() - named.size();
  return cat(
      task.id.text, ": ", plural(branch.uncommitted.size(), "file"), " in its work tree ",
      branch.uncommitted.size() == 1 ? "is" : "are", " not committed, so not part of the work: ", join(named, ", "),
      more > 0 ? cat(" and ", more, " more") : std::string(), ". Commit in ", branch.folder, " what belongs to it.");
}

}  // namespace assay::ops
