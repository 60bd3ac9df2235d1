// Paths by what they name, not by how they are written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::os {

// `path` is `folder` or lies in it. By their words: both normal.
bool is_below(std::string_view path, std::string_view folder);

// An absolute path without ".", "..", doubled slashes and a slash at its end; no file is looked at.
std::string normal_path(std::string_view path);

// Every link in the part that exists is followed; what does not exist yet is kept by its words.
std::string resolved_path(const std::string& path);
// The same for the folder above; a link at the end is not followed.
std::string resolved_entry(const std::string& path);

// What a symbolic link says; empty when it is none.
std::string link_target(const std::string& path);

// Names of the folders in a folder; links are left out.
std::vector<std::string> folders_in(const std::string& folder);

}  // namespace assay::os
