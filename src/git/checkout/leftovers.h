// Taking files away from a work tree that somebody hostile may have arranged: nothing outside of it is
// ever touched, whatever symlinks, permissions or depths stand in the way.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::git {

// Says of a path below the root whether it stays, with all it holds.
using Stays = std::function<bool(std::string_view path)>;

// Removes `path` (relative to `root`) and what is below it, except what stays. A path that is not
// there is fine. Returns how many files and symlinks went.
Result<size_t> remove_below(const std::string& root, std::string_view path, const Stays& stays = {});

// Removes the folders above `path` that are empty now.
void remove_empty_parents(const std::string& root, std::string_view path);

// Makes room for a file at `path`: removes what stands there and whatever is no folder above it.
Result<void> clear_place(const std::string& root, std::string_view path);

}  // namespace assay::git
