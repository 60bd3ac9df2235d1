// How a test failed, told from what its run printed, of runners that say no more than that it did: cargo names it, and
// ctest knows how its program ended. A test that a crash ended judged nothing. Pure.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "judge/outcome/ran_tests.h"

namespace assay::judge {

// What a line of a file is that a failure names. An assertion in the code itself is no assertion of a test.
enum class LinePlace : std::uint8_t { unknown, test, code };
using PlaceOf = std::function<LinePlace(std::string_view file, std::uint32_t line)>;

// Fills in kinds and messages that are not known. `output`: the end of what the run printed. `place`: empty, or told
// by the names of files alone where it does not know.
void tell_failures(RanTests& tests, std::string_view output, const PlaceOf& place = {});

}  // namespace assay::judge
