// The rule about committed secrets.
#pragma once

#include "judge/rule.h"

namespace assay::judge {

void add_secret_rules(Rules& out);

}  // namespace assay::judge
