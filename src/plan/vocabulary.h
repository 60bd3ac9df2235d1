// The words by which criteria are told apart. Inside this room only.
#pragma once

#include <string_view>

namespace assay::plan {

bool is_opinion(std::string_view word);        // "clean", "properly": two people may differ
bool is_soft_opinion(std::string_view word);   // "right", "ready": an opinion only where nothing can be seen
bool is_sight(std::string_view word);          // "shows", "column": something that can be seen
bool is_program(std::string_view word);        // "pytest": a command by its name alone
bool is_unit(std::string_view word);           // "ms", "characters"
bool is_bound(std::string_view word);          // "under", "least", "exits": a number follows
bool is_file_ending(std::string_view ending);  // "json"
bool is_folder(std::string_view name);         // "src"
bool is_brand(std::string_view name);          // "GitHub": looks like an identifier and is none
bool is_command(std::string_view program, std::string_view argument);  // "go test", "make check"

}  // namespace assay::plan
