// Assertions inside something that takes their failure: a result nobody asks, a promise nobody
// awaits, a thread nobody joins.
#pragma once

#include <vector>

#include "judge/tests/hollow.h"

namespace assay::judge {

std::vector<Hollow> dropped_results(const CodeHunk& hunk);

}  // namespace assay::judge
