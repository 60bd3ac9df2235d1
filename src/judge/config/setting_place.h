// Where in a configuration file a line stands, as far as its hunk shows.
#pragma once

#include <string>
#include <string_view>

#include "judge/tokens.h"

namespace assay::judge {

// The table or keys a line stands under: [tool.ruff], coverage: {, AllCops:. Where no table is named, they come
// behind `file`, what the whole file is about.
std::string section_above(const CodeHunk& hunk, size_t at, Side side, std::string_view file);

// The innermost key above a list entry.
std::string key_above(const CodeHunk& hunk, size_t at, Side side = Side::after);

}  // namespace assay::judge
