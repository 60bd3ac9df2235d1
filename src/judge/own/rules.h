// The rule about files of rules.
#pragma once

#include "judge/rule.h"

namespace assay::judge {

void add_rule_files_rule(Rules& out);  // config.policy-changed

}  // namespace assay::judge
