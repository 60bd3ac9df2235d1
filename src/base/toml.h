// TOML as the rest of the code sees it: the same values as JSON, so that whoever reads settings or
// plans reads both. Dates and times come as their text. Keys of a table come sorted.
#pragma once

#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace assay {

// An object. `name` stands in errors: "assay.toml: line 3: not valid TOML: ...".
Result<json::value> parse_toml(std::string_view text, std::string_view name);

}  // namespace assay
