// What makes a test run end well whatever the tests found.
#pragma once

#include <string>
#include <string_view>

#include "judge/rule.h"

namespace assay::judge {

// A call that ends the process with success, as it is written; empty when there is none.
std::string forced_success(const Tokens& t, diff::Language language);

// TestMain that ends with success whatever m.Run() returned: the result is dropped, or kept in a
// variable that no exit uses.
bool drops_go_result(const CodeHunk& hunk);

// Something that makes failing tests count as passed, or drops them from the run, in words; empty
// when line `at` does nothing of the kind.
std::string patched(const CodeHunk& hunk, size_t at, const Tokens& t);

// The text asks for something that only a test runner sets, loads or is called by.
bool names_runner(std::string_view text);

// #define assert(x) ((void)0), #define CHECK(x): an assertion that looks at nothing.
bool defines_away(std::string_view line);

}  // namespace assay::judge
