// Where work trees lie: <state folder>/worktrees/<name>, outside of the checkout, so that no test runner finds the
// unfinished tests of a task there by searching from the top.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/repository.h"

namespace assay::engine {

// Of the work tree of that name: where it was made, else where it will be. Older versions made them in
// .assay/worktrees; those stay in use until their mission ends. The record of a work tree that belongs to the
// repository this one was copied from is dropped.
Result<std::string> worktree_path(const git::Repository& repository, std::string_view name);

// All folders that may hold work trees of Assay; one that was never made is not among them.
std::vector<std::string> worktree_folders(const git::Repository& repository);

// Where removed ones are until they are deleted.
std::vector<std::string> aside_folders(const git::Repository& repository);

// "<mission>.<task>"
std::string task_worktree_name(std::string_view mission, std::string_view task);

}  // namespace assay::engine
