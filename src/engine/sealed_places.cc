#include "engine/sealed_places.h"

#include <algorithm>
#include <cstdlib>

#include "base/text.h"
#include "engine/state_folder.h"
#include "git/worktrees/worktree_admin.h"
#include "os/files.h"
#include "os/paths.h"
#include "os/sandbox/toolchains.h"

namespace assay::engine {

namespace {

constexpr int k_deepest = 4;
constexpr size_t k_most_folders = 2000;
constexpr std::uint64_t k_largest_record = 64 << 10;
// Large, and no place for repositories of their own.
constexpr std::string_view k_not_searched[] = {".git",   "node_modules", ".assay", ".verifier",
                                               "target", ".venv",        "venv"};

std::string folder_variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value == '/' ? std::string(value) : std::string();
}

class PlaceSearch {
 public:
  SealedPlaces find(const std::string& folder, const std::optional<git::GitPaths>& paths,
                    const std::vector<std::string>& shown) {
    m_shown = shown;
    add_persons(folder);
    add(os::join_path(folder, ".verifier"));
    if (paths) {
      add_work_tree(*paths);
      add_other_work_trees(*paths);
    }
    for (auto above = os::parent_path(paths ? paths->root : folder); above != "/"; above = os::parent_path(above))
      add_repository_at(above);
    search(shown);
    return std::move(m_found);
  }

 private:
  void add(const std::string& path) {
    if (!m_only_existing || os::exists(path)) insert(m_found.sealed, os::resolved_entry(path));
  }

  static void insert(std::vector<std::string>& into, std::string path) {
    if (std::find(into.begin(), into.end(), path) == into.end()) into.push_back(std::move(path));
  }

  // State and settings of whoever runs us and of whoever owns the files, also at their usual places: a server may have
  // been started with other variables.
  void add_persons(const std::string& folder) {
    add_state(state_home());
    if (const auto state = folder_variable("XDG_STATE_HOME"); !state.empty()) add_state(os::join_path(state, "assay"));
    if (const auto config = folder_variable("XDG_CONFIG_HOME"); !config.empty()) add(os::join_path(config, "assay"));
    for (const auto& home : {os::home_folder(), os::home_of_owner(folder)}) {
      if (home.size() < 2) continue;
      add_state(os::join_path(home, ".local/state/assay"));
      add(os::join_path(home, ".config/assay"));
    }
  }

  // It names the repositories that it serves (docs/formats/state.md).
  void add_state(const std::string& state) {
    const auto at = os::resolved_entry(state);
    if (std::find(m_found.sealed.begin(), m_found.sealed.end(), at) != m_found.sealed.end()) return;
    m_found.sealed.push_back(at);
    const auto names = os::list_folder(state);
    if (!names) return;
    for (const auto& name : *names) {
      const auto record = os::read_file(os::join_path(os::join_path(state, name), "repository"), k_largest_record);
      if (!record) continue;
      const auto git_folder = record->substr(0, trim_right(*record).rfind('\n'));
      if (git_folder.starts_with('/') && os::is_folder(git_folder)) add_known(git_folder);
    }
  }

  // A person may have many repositories: of one that is out of sight unless a toolchain lies in it, only what is there
  // is named. Paths that do not exist take long to resolve.
  void add_known(const std::string& git_folder) {
    const auto top = os::parent_path(git_folder);
    const bool in_sight = std::any_of(m_shown.begin(), m_shown.end(), [&](const auto& folder) {
      return os::is_below(top, folder) || os::is_below(folder, top);
    });
    if (in_sight) return add_git_folder(git_folder);
    PlaceSearch other;
    other.m_only_existing = true;
    other.add_git_folder(git_folder);
    for (auto& path : other.m_found.sealed) insert(m_found.sealed, std::move(path));
  }

  // The common one. A store lies beside .git, and in a git folder of another name.
  void add_git_folder(const std::string& git_folder) {
    add(os::join_path(git_folder, "assay"));
    add(os::join_path(git_folder, ".assay"));
    if (os::file_name(git_folder) == ".git") add_top(os::parent_path(git_folder));
  }

  void add_top(const std::string& top) {
    add(os::join_path(top, ".assay"));
    add(os::join_path(top, ".verifier"));
  }

  void add_work_tree(const git::GitPaths& paths) {
    add_git_folder(paths.common);
    add(os::join_path(paths.root, ".verifier"));
    add(os::join_path(paths.git_folder, "assay"));
    // The store of a linked work tree is with the main one.
    if (paths.git_folder == paths.common) add_top(paths.root);
  }

  void add_other_work_trees(const git::GitPaths& paths) {
    if (os::file_name(paths.common) == ".git") add_other(os::parent_path(paths.common), paths);
    const auto all = os::join_path(paths.common, "worktrees");
    const auto names = os::list_folder(all);
    if (!names) return;
    for (const auto& name : *names) {
      if (const auto work_tree = git::work_tree_of(os::join_path(all, name))) add_other(*work_tree, paths);
    }
  }

  void add_other(const std::string& work_tree, const git::GitPaths& paths) {
    auto real = os::resolved_path(work_tree);
    if (real != paths.root && real.size() > 1) insert(m_found.others, std::move(real));
  }

  // A repository of its own on the way to the work tree, or in what is shown. Only one that Assay knows: a place that
  // is covered before it exists makes a mount of every folder above it.
  void add_repository_at(const std::string& folder) {
    PlaceSearch other;
    if (os::exists(os::join_path(folder, ".git"))) {
      const auto paths = git::find_git_paths(folder);
      if (paths && paths->root == folder) other.add_work_tree(*paths);
    } else if (is_bare(folder)) {
      other.add_git_folder(folder);
    }
    auto& found = other.m_found.sealed;
    if (std::none_of(found.begin(), found.end(), os::exists)) return;
    for (auto& path : found) insert(m_found.sealed, std::move(path));
  }

  static bool is_bare(const std::string& folder) {
    return os::exists(os::join_path(folder, "HEAD")) && os::is_folder(os::join_path(folder, "objects"));
  }

  // Level by level, so that one large folder does not use up the search. Links are not followed: what they lead to is
  // not shown.
  void search(const std::vector<std::string>& shown) {
    std::vector<std::string> level = shown;
    size_t searched = 0;
    for (const auto& folder : shown) add_repository_at(folder);
    for (int depth = 0; depth < k_deepest && !level.empty(); ++depth) {
      std::vector<std::string> next;
      for (const auto& folder : level) {
        if (++searched > k_most_folders) return;
        for (const auto& name : os::folders_in(folder)) {
          if (is_searched(name)) next.push_back(os::join_path(folder, name));
        }
      }
      for (const auto& folder : next) add_repository_at(folder);
      level = std::move(next);
    }
  }

  static bool is_searched(std::string_view name) {
    return std::find(std::begin(k_not_searched), std::end(k_not_searched), name) == std::end(k_not_searched);
  }

  SealedPlaces m_found;
  std::vector<std::string> m_shown;
  bool m_only_existing = false;
};

}  // namespace

SealedPlaces find_sealed_places(const std::string& folder, const std::optional<git::GitPaths>& paths,
                                const std::vector<std::string>& shown) {
  return PlaceSearch().find(folder, paths, shown);
}

}  // namespace assay::engine
