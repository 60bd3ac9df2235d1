// Dependencies that git does not have (node_modules, .venv), told by a text that is another one when any of them was
// replaced, added or taken away: path, inode, size and times of every entry. The time of the last change (ctime) cannot
// be set by a program. What a link leads to outside of these folders counts as well.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::engine {

// Relative paths of such folders in a work tree, whether git has them or not.
std::vector<std::string> dependency_folders(const std::string& workspace);

// Whether links from a folder of dependencies back into the work tree lead to the work tree's own files when its
// commands run, or to those of the tree that the folder is shown in.
enum class LinksToWork { to_its_files, to_the_shown_tree };

// Hexadecimal; nothing when there are more entries than anybody would look at.
std::optional<std::string> stamp_dependencies(const std::string& workspace, LinksToWork links);

}  // namespace assay::engine
