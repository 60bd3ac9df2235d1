// The description of everything the server takes and gives: OpenAPI 3.1, made from the table of
// operations and the table of the other addresses.
#pragma once

#include <string_view>

#include "base/json.h"

namespace assay::serve {

// `base`: the path that everything lies below for whoever asks.
json::value openapi(std::string_view base);

}  // namespace assay::serve
