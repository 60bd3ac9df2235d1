// A verification's document read back from the evidence.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "model/verification.h"

namespace assay::report {

// Error when it is not a verification's document. `report` stays empty: a document does not hold its
// own digest.
Result<model::Verification> read_verification(std::string_view text, std::string_view name);

}  // namespace assay::report
