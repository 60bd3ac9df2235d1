// Tests that were renamed together with what they are about: a task that says "rename shrink to
// rebate" makes test_shrink_of_all in test_shrink.py into test_rebate_of_all in test_rebate.py.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/tests/syntax.h"

namespace assay::judge {

struct Renaming {
  std::string from, to;  // letters and digits only, lower case
};
// "Rename X to Y", "renames `x` -> `y`": what the task gives another name.
std::vector<Renaming> renamings_in(std::string_view task);

// The test with its name, by its letters and digits; empty when it is too long to be compared.
std::string written_as(const CodeHunk& hunk, const std::vector<TestDeclaration>& tests, size_t at, Side side);

// The one is the other with the new name in place of the old one, and nothing else.
bool is_renamed(std::string_view before, std::string_view after, const std::vector<Renaming>& renamings);

}  // namespace assay::judge
