// What tests lean on, loosened: helpers and macros that no longer fail, commands that are shadowed,
// symbols that nobody defines around assertions, constants that say how near is near.
#pragma once

#include <string_view>
#include <vector>

#include "judge/tests/hollow.h"

namespace assay::judge {

// In a file of tests.
std::vector<Hollow> loosened_helpers(const CodeHunk& hunk);
std::vector<Hollow> loosened_tolerances(const CodeHunk& hunk);

// The symbol of a new #if around assertions that were there before, on line `at`; empty for one of
// compilers and platforms, and where the line is none.
std::string_view hiding_symbol(const CodeHunk& hunk, size_t at);

}  // namespace assay::judge
