// The rules of every family.
#pragma once

#include "judge/rule.h"

namespace assay::judge {

// In the order their findings are reported.
Rules make_rules();

}  // namespace assay::judge
