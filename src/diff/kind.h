// Inside kind_of(): the tables and the language of a file name.
#pragma once

#include <cstdint>
#include <string_view>

#include "diff/code.h"

namespace assay::diff {

using RoleSet = std::uint32_t;
constexpr RoleSet set_of(Role role) { return RoleSet{1} << static_cast<unsigned>(role); }

// Names are in lower case in all of these. `path` is the whole path, `name` its last part.
Language language_of_name(std::string_view path, std::string_view name);

// What each table says, as a set: empty when the table has no such entry.
RoleSet roles_of_folder(std::string_view folder);            // one folder: "node_modules"
RoleSet roles_of_folder_pair(std::string_view two_folders);  // two in a row: ".github/workflows"
RoleSet roles_of_name(std::string_view name);                // a whole file name: "cargo.lock"
RoleSet roles_of_beginning(std::string_view name);           // how it begins: "tsconfig…"
RoleSet roles_of_ending(std::string_view name);              // how it ends: "….pb.go"
RoleSet roles_of_extension(std::string_view extension);      // "csv"
RoleSet roles_of_middle(std::string_view part);              // between two dots: a.TEST.ts

}  // namespace assay::diff
