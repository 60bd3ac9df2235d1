// What the .gitignore of the folder .assay says: git sees nothing of it but the rules of the repository.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::engine {

inline constexpr std::string_view k_home_ignore = "*\n!/rules/\n!/rules/*.toml\n";

// Writes it into the folder when there is none, and over the one that hid the rules too. What a person wrote stays.
Result<void> write_home_ignore(const std::string& folder);

}  // namespace assay::engine
