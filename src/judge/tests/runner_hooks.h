// Hooks of test runners by what they do: failures taken out of results, handlers that end without
// throwing again, and a runner's status that is passed on as something else.
#pragma once

#include <string>

#include "judge/tokens.h"

namespace assay::judge {

// In words, what line `at` does to the results of other tests; empty when nothing.
std::string tampers_with_results(const CodeHunk& hunk, size_t at);

// trap 'exit 0' EXIT, or a trap on a function that ends with exit 0.
bool traps_failure(const CodeHunk& hunk, size_t at);

}  // namespace assay::judge
