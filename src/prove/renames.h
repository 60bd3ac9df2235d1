// Whether a file is what it was with other names for its own things. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

#include "diff/code.h"

namespace assay::prove {

// "only a rename: `people` to `guests`"; empty: something else changes, or it cannot be told. A name counts only where
// the file itself makes it (a variable, a parameter, a function, a type), it is gone everywhere, and the new one stood
// nowhere in the file: `max` for `min` is another function. Names that are data as well (keys of objects) do not count.
std::string rename_between(diff::Language language, std::string_view before, std::string_view after);

constexpr std::string_view k_only_a_rename = "only a rename: ";

}  // namespace assay::prove
