// How JavaScript runners write the name of a test: what stands around it on its line.
#pragma once

#include <string_view>

#include "base/text.h"
#include "logs/facts.h"

namespace assay::logs {

// Does the text end in a duration such as "(12 ms)", "317ms", "[0.03ms]" or "(1.2s)"?
bool ends_in_duration(std::string_view text);

// The name alone: without the duration, "(7 tests)", "(retry x1)", "# SKIP" and "# TODO" after it.
std::string_view bare_name(std::string_view text);

// "src/auth.test.ts", also with a duration or a project after it: a file that holds script tests.
bool is_script_path(std::string_view text);

enum class TestMark : std::uint8_t { none, good, bad, skipped, todo };
// The mark at the start of the text ("✔ ", "✕ ", "○ "), which is cut off.
TestMark take_test_mark(std::string_view& text);

}  // namespace assay::logs
