// The JSON Schemas (2020-12) of every public document, built from the same names the code writes.
// schemas/ holds them as files; `./dev schema-check` fails when the two differ.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace assay::report {

std::vector<std::string_view> schema_names();
Result<json::value> schema_named(std::string_view name);

// What is wrong with a document by a schema: "/run/id: missing"; empty when it is valid. Knows the
// part of JSON Schema that our schemas use.
std::vector<std::string> violations(const json::value& schema, const json::value& document);

}  // namespace assay::report
