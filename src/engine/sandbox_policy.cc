#include "engine/sandbox_policy.h"

#include "base/text.h"
#include "git/git_paths.h"
#include "os/files.h"

namespace assay::engine {

namespace {

using Level = os::Sandbox::Level;

void guard_git(os::Sandbox& sandbox, const git::GitPaths& paths) {
  sandbox.kept.push_back(paths.link);
  const auto config = os::join_path(paths.common, "config");
  const auto text = os::read_file(config, 1 << 20).value_or("");
  // Landlock shows a file as it is or not at all, and git reads nothing without its configuration.
  if (sandbox.level == Level::landlock && git::may_hold_secret(text)) return;
  for (const auto& folder : {paths.common, paths.git_folder}) {
    sandbox.kept.push_back(folder);
    sandbox.readable.push_back(folder);
  }
  sandbox.hidden.push_back(os::join_path(paths.common, "assay"));
  if (sandbox.level == Level::landlock) return;
  sandbox.replaced.emplace_back(config, git::harmless_config(text));
  sandbox.hidden.push_back(os::join_path(paths.git_folder, "config.worktree"));
}

}  // namespace

Result<os::Sandbox> sandbox_for(const std::string& folder, const SandboxWish& wish) {
  os::Sandbox sandbox;
  if (wish.level) {
    sandbox.level = *wish.level;
  } else {
    TRY_ASSIGN(sandbox.level, os::best_sandbox_level());
  }
  sandbox.network = wish.network;
  sandbox.limits = wish.limits;
  sandbox.shown_as = wish.shown_as;
  sandbox.readable = wish.readable;
  const auto paths = git::find_git_paths(folder);
  TRY_ASSIGN(const auto real, os::real_path(folder));
  sandbox.writable.push_back(paths ? paths->root : real);
  sandbox.writable.insert(sandbox.writable.end(), wish.writable.begin(), wish.writable.end());
  if (paths) guard_git(sandbox, *paths);
  return sandbox;
}

}  // namespace assay::engine
