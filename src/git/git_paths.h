// Where a work tree keeps its git directory, read from files alone: no git program, so it is cheap
// and nothing of the repository's configuration has a say.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::git {

struct GitPaths {
  std::string root;        // top of the work tree
  std::string link;        // root/.git: a folder, or a file in a linked work tree and a submodule
  std::string git_folder;  // of this work tree
  std::string common;      // shared by all work trees of the repository; git_folder when there is one
};

// Of the work tree that holds `folder`; nothing when it lies in none.
std::optional<GitPaths> find_git_paths(const std::string& folder);

// The top of the repository's main work tree, by its common git folder. Nothing for a bare repository, and for one
// whose git folder lies elsewhere (git init --separate-git-dir, a .git that is a symbolic link) until core.worktree or
// <git folder>/assay/home says where its work tree is.
std::optional<std::string> main_work_tree(const std::string& common);

inline bool is_attributes_file(std::string_view path) {
  return path == ".gitattributes" || path.ends_with("/.gitattributes");
}

// A configuration with only what git needs to read objects and refs: no remotes, no credentials, no
// programs to run.
std::string harmless_config(std::string_view config);
// Whether a configuration may hold a secret (an authorization header, a password in an address).
bool may_hold_secret(std::string_view config);

}  // namespace assay::git
