// The folders that git keeps for linked work trees, <common git folder>/worktrees/<id>, read without starting git:
// with thousands of work trees a process for each takes minutes.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "git/repository.h"

namespace assay::git {

// The one of the work tree at `path`; nothing when git knows none there.
std::optional<std::string> find_admin(const Repository& repository, const std::string& path);

// The path of the work tree that such a folder names; nothing when it names none.
std::optional<std::string> work_tree_of(const std::string& admin);

// All of them, by the path of the work tree.
std::map<std::string, std::string> all_admins(const Repository& repository);

// Makes the one of a new work tree at `path`, as `git worktree add` does, but whole or not at all: git writes into it
// piece by piece, and killed in between it leaves one at which every later git of the repository stops. `being_made` is
// a folder of ours on the same disk, `head` what its HEAD says. Returns its path.
Result<std::string> make_admin(const Repository& repository, const std::string& path, const std::string& head,
                               const std::string& being_made);

// Whether only git itself can make one: refs are kept in another way, or work trees have settings that git hands on.
bool needs_git(const Repository& repository);

// Whether git has all that it reads of such a folder. It is not so for one that a killed git was making.
bool is_complete(const std::string& admin);

// What `git worktree lock` wrote: the reason, which may be empty. Nothing when it is not locked.
std::optional<std::string> lock_reason(const std::string& admin);

// What the folder's HEAD says: a commit's id or "ref: refs/heads/…"; empty when it is no plain file.
std::string head_text(const std::string& admin);

// Whether the work tree at `path` is linked to another repository, which knows it: it came here by copying this one.
bool is_of_another(const Repository& repository, const std::string& path);

}  // namespace assay::git
