// The folders that git keeps for linked work trees, <common git folder>/worktrees/<id>, read without starting git:
// with thousands of work trees a process for each takes minutes.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "git/repository.h"

namespace assay::git {

// The one of the work tree at `path`; nothing when git knows none there.
std::optional<std::string> find_admin(const Repository& repository, const std::string& path);

// The path of the work tree that such a folder names; nothing when it names none.
std::optional<std::string> work_tree_of(const std::string& admin);

// All of them, by the path of the work tree.
std::map<std::string, std::string> all_admins(const Repository& repository);

// What `git worktree lock` wrote: the reason, which may be empty. Nothing when it is not locked.
std::optional<std::string> lock_reason(const std::string& admin);

// What the folder's HEAD says: a commit's id or "ref: refs/heads/…"; empty when it is no plain file.
std::string head_text(const std::string& admin);

// Whether the work tree at `path` is linked to another repository, which knows it: it came here by copying this one.
bool is_of_another(const Repository& repository, const std::string& path);

}  // namespace assay::git
