#include "engine/sandbox_policy.h"

#include <algorithm>

#include "base/text.h"
#include "engine/sealed_places.h"
#include "engine/state_folder.h"
#include "git/git_paths.h"
#include "git/worktrees/worktree_place.h"
#include "os/files.h"
#include "os/paths.h"
#include "os/private_file.h"
#include "os/process/sandbox_probe.h"
#include "os/sandbox/toolchains.h"

namespace assay::engine {

namespace {

using Level = os::Sandbox::Level;
using Access = os::Sandbox::Access;

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
  if (sandbox.level == Level::landlock) return;
  sandbox.replaced.emplace_back(config, git::harmless_config(text));
  sandbox.hidden.push_back(os::join_path(paths.git_folder, "config.worktree"));
}

bool is_in_any(const std::string& path, const std::vector<std::string>& folders) {
  return std::any_of(folders.begin(), folders.end(), [&](const auto& folder) { return os::is_below(path, folder); });
}

// Nobody has a reason to grant what is never shown: it is said, and not left to be found out.
Result<void> add_grant(os::Sandbox& sandbox, const std::string& path, Access access) {
  const auto real = os::resolved_path(path);
  const auto& work = sandbox.writable.front();
  const bool in_work = os::is_below(real, work);
  for (const auto& sealed : sandbox.sealed) {
    if (os::is_below(real, sealed) && !(in_work && os::is_below(work, sealed)))
      return invalid_input(cat(path, " cannot be granted: Assay keeps what no command may see in ", sealed));
  }
  if (!in_work && is_in_any(real, sandbox.hidden) && !os::is_in_dependency_folder(real))
    return invalid_input(cat(path, " cannot be granted: it lies in another work tree of the repository"));
  sandbox.granted.push_back({path, access});
  return {};
}

// Somebody may make it while the command runs, and a place can only be covered when it is there.
void make_state_home_if_shown(const std::vector<std::string>& shown) {
  const auto state = os::resolved_path(state_home());
  if (os::exists(state) || !is_in_any(state, shown)) return;
  if (os::make_folders(os::parent_path(state))) (void)os::make_private_folder(state);
}

Result<void> seal(os::Sandbox& sandbox, const std::string& folder, const std::optional<git::GitPaths>& paths,
                  const SandboxRequest& wish) {
  std::vector<std::string> shown;
  for (const auto* granted : {&wish.readable, &wish.writable}) {
    for (const auto& path : *granted) shown.push_back(os::resolved_path(path));
  }
  make_state_home_if_shown(shown);
  const auto& work = sandbox.writable.front();
  // A work tree of ours holds what is in its commit, and no evidence that anybody relies on.
  const bool is_ours =
      is_in_any(work, {os::resolved_path(state_home())}) || (paths && git::is_recorded(paths->common, work));
  if (!is_ours) shown.push_back(work);
  auto places = find_sealed_places(folder, paths, shown);
  if (is_ours) std::erase(places.sealed, os::join_path(work, ".verifier"));
  for (const auto& path : wish.sealed) places.sealed.push_back(os::resolved_entry(path));
  // What holds the work tree is not shown but for it; nothing can be said of a place that is the work tree itself.
  std::erase_if(places.sealed, [&](const auto& path) { return path == work; });
  std::erase_if(places.others, [&](const auto& path) { return is_in_any(path, places.sealed); });
  sandbox.sealed = std::move(places.sealed);
  sandbox.hidden.insert(sandbox.hidden.end(), places.others.begin(), places.others.end());
  for (const auto& path : wish.readable) TRY(add_grant(sandbox, path, Access::read));
  for (const auto& path : wish.writable) TRY(add_grant(sandbox, path, Access::write));
  return {};
}

}  // namespace

Result<os::Sandbox> sandbox_for(const std::string& folder, const SandboxRequest& wish) {
  os::Sandbox sandbox;
  if (wish.level) {
    sandbox.level = *wish.level;
  } else {
    TRY_ASSIGN(sandbox.level, os::best_sandbox_level());
  }
  sandbox.network = wish.network;
  sandbox.limits = wish.limits;
  sandbox.shown_as = wish.shown_as;
  sandbox.tools = wish.tools;
  const auto paths = git::find_git_paths(folder);
  TRY_ASSIGN(const auto real, os::real_path(folder));
  sandbox.writable.push_back(paths ? paths->root : real);
  if (sandbox.level == Level::off) {
    for (const auto& path : wish.writable) sandbox.granted.push_back({path, Access::write});
    return sandbox;
  }
  if (paths) guard_git(sandbox, *paths);
  TRY(seal(sandbox, real, paths, wish));
  if (wish.tools == os::Sandbox::Tools::programs_and_packages) {
    for (auto& path : os::linked_dependencies(sandbox.writable.front()))
      sandbox.granted.push_back({std::move(path), Access::read});
  }
  return sandbox;
}

std::string why_no_sandbox(const std::string& folder) {
  const auto level = os::best_sandbox_level();
  if (!level) return level.error().message;
  const auto paths = git::find_git_paths(folder);
  if (*level == Level::landlock && paths && os::is_folder(paths->link))
    return "only Landlock works here, and it cannot guard the git folder of a main checkout";
  return {};
}

}  // namespace assay::engine
