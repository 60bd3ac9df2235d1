// TOML as the rest of the code sees it: the same values as JSON, so that whoever reads settings or
// plans reads both. Dates and times come as their text. Keys of a table come sorted.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace assay {

// An object. `name` stands in errors: "assay.toml: line 3: not valid TOML: ...".
Result<json::value> parse_toml(std::string_view text, std::string_view name);

// The line each table, key and item stands on, by its path: "verify.timeout", "checks.1.title" (items count from
// 1). Empty when the text is not valid.
std::map<std::string, size_t, std::less<>> toml_lines(std::string_view text);

}  // namespace assay
