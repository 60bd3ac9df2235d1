// A stub that answers a call, and an assertion about that very call: the test asserts its own answer.
#pragma once

#include <string>

#include "judge/tokens.h"

namespace assay::judge {

// "cart.total" when line `at` stubs it and an assertion of the same test is about it; else empty.
std::string answered_call(const CodeHunk& hunk, size_t at);

}  // namespace assay::judge
