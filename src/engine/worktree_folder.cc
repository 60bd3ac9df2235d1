#include "engine/worktree_folder.h"

#include "base/text.h"
#include "engine/state_folder.h"
#include "git/git_paths.h"
#include "git/worktrees/removed.h"
#include "git/worktrees/worktree_admin.h"
#include "git/worktrees/worktree_place.h"
#include "os/files.h"

namespace assay::engine {

namespace {

constexpr int k_most_tries = 1000;

// Of a repository that was put back from a copy, folders are left that it has no record of. They may hold work, so
// they stay, and doctor names them.
Result<std::string> free_path(const std::string& folder, std::string_view name) {
  for (int turn = 1; turn <= k_most_tries; ++turn) {
    auto path = os::join_path(folder, turn == 1 ? std::string(name) : cat(name, "~", turn));
    const auto entries = os::list_folder(path);
    if (!os::exists(path) || (entries && entries->empty())) return path;
  }
  return conflict(cat("too many work trees that nobody knows are in ", folder, "; see assay doctor"));
}

}  // namespace

Result<std::string> worktree_path(const git::Repository& repository, std::string_view name) {
  TRY_ASSIGN(const auto known, git::find_place(repository, name));
  if (known && !git::is_of_another(repository, known->path)) return known->path;
  if (known) TRY(git::forget(repository, *known));
  TRY_ASSIGN(const auto state, make_state_folder(repository.common_folder()));
  return free_path(os::join_path(state, "worktrees"), name);
}

std::vector<std::string> worktree_folders(const git::Repository& repository) {
  std::vector<std::string> out;
  if (const auto state = state_folder(repository.common_folder())) out.push_back(os::join_path(*state, "worktrees"));
  const auto top = git::main_work_tree(repository.common_folder());
  out.push_back(os::join_path(top.value_or(repository.common_folder()), ".assay/worktrees"));
  std::erase_if(out, [](const std::string& folder) { return !os::is_folder(folder); });
  return out;
}

std::vector<std::string> aside_folders(const git::Repository& repository) {
  std::vector<std::string> out = {git::removed_folder(repository)};
  for (const auto& each : worktree_folders(repository)) out.push_back(git::aside_in(each));
  return out;
}

std::string task_worktree_name(std::string_view mission, std::string_view task) { return cat(mission, ".", task); }

}  // namespace assay::engine
