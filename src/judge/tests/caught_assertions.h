// Assertions whose failure goes nowhere: an error handler put around them takes it.
#pragma once

#include <vector>

#include "judge/rule.h"

namespace assay::judge {

// The added lines of a hunk of tests where a handler begins that takes the failure of an assertion and
// neither fails the test nor asserts about what was caught.
std::vector<size_t> caught_assertions(const CodeHunk& hunk);

}  // namespace assay::judge
