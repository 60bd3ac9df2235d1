// Tests that no known runner runs: a program that says nothing when all is well, started by make or a script. Whether
// such a run tests anything is seen only when it fails: it must say what it expected. Pure.
#pragma once

#include <string_view>

#include "judge/outcome/evidence.h"

namespace assay::judge {

// By its command it runs tests, it passed, and no known runner took part.
bool is_plain_test_run(const CommandRun& run);

// The line by which a test program says that an assertion failed; empty: it says nothing of the kind, or something
// could not be built or loaded.
std::string_view failed_assertion(std::string_view output);

}  // namespace assay::judge
