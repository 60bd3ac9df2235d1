// The name of a test in its own source, told from what runners put around it.
#pragma once

#include <string_view>

namespace assay::judge {

// "tests/a.py::test_b[1]" -> "test_b", "auth > denies guest" -> "denies guest", "TestAuth/guest" -> "TestAuth",
// "Suite.Name" -> "Name", "ShrinkTest#test_all" -> "test_all". Points into `name`.
std::string_view own_name(std::string_view name);

// Whether the text of a file writes a test of that name down: the name itself, or all of its words where it is put
// together when the tests run ("handles bmp" of it("handles " + format)).
bool writes_test(std::string_view text, std::string_view own);

}  // namespace assay::judge
