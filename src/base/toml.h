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

// An object. `name` stands in errors: "assay.toml: line 3, column 5: not valid TOML: ...".
Result<json::value> parse_toml(std::string_view text, std::string_view name);

// Where something begins; columns count characters from 1.
struct TomlPlace {
  size_t line = 0;
  size_t column = 0;
};
struct TomlEntry {
  TomlPlace name;   // of the key; of an item the item itself
  TomlPlace value;  // a text begins at its quotes
};
// Each table, key and item by its path: "verify.timeout", "checks.1.title" (items count from 1). Empty when the text is
// not valid.
std::map<std::string, TomlEntry, std::less<>> toml_entries(std::string_view text);

}  // namespace assay
