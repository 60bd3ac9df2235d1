// Assertions that went because others say as much: the size, an element or a field of a value that is now compared as a
// whole.
#pragma once

#include "judge/tests/assertion.h"

namespace assay::judge {

bool implies(const Assertion& after, const Assertion& before);

}  // namespace assay::judge
