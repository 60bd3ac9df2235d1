// The lines of a pipeline file that one key stands for: the step or job that a condition is about.
#pragma once

#include "judge/rules.h"

namespace assay::judge {

// Whether the step or job that holds the key on line `at` runs a check, as far as the hunk shows it.
// False when the hunk shows it whole and it does not.
bool item_verifies(const CodeHunk& hunk, size_t at);

}  // namespace assay::judge
