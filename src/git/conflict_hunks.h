// The places of a file that git could not merge, cut out of it: its marks, what stands between them, and a few lines
// around. Pure.
#pragma once

#include <string>
#include <string_view>

namespace assay::git {

// `merged` is a file as `git merge-tree` leaves it. Hunks that do not lie beside each other have a line "…" between
// them. At most 16 KiB, cut at the end of a line; empty when there are no marks or it is no text.
std::string conflict_hunks(std::string_view merged);

}  // namespace assay::git
