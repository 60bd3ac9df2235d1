// From findings to verdict: the order of decision, risk and confidence of the verifier contract.
#pragma once

#include "model/check.h"

namespace assay::judge {

// Sets decision, risk, confidence and summary from the findings and the has_* facts of the check.
void decide(model::Check& check);

}  // namespace assay::judge
