// The description of everything the server takes and gives: OpenAPI 3.1, made from the table of
// operations and the table of the other addresses.
#pragma once

#include "base/json.h"

namespace assay::serve {

json::value openapi();

}  // namespace assay::serve
