// An operation of git that was begun in a work tree and not finished.
#pragma once

#include <optional>
#include <string>

namespace assay::git {

enum class Pending { none, merge, rebase, cherry_pick, revert, bisect, apply_mailbox };

std::string to_string(Pending pending);  // "a rebase"

// `git_folder` is the work tree's own.
Pending pending_in(const std::string& git_folder);

// The branch that a rebase or bisect there will come back to, without refs/heads/.
std::optional<std::string> branch_held_in(const std::string& git_folder);

}  // namespace assay::git
