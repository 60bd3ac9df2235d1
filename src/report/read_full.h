// The full document read back, for `assay explain`.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "model/check.h"

namespace assay::report {

// Error when it is not a full document that the schema allows.
Result<model::Check> check_from_full(const json::value& document, std::string_view name);

}  // namespace assay::report
