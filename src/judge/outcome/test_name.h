// The name of a test in its own source, told from what runners put around it.
#pragma once

#include <string_view>

namespace assay::judge {

// "tests/a.py::test_b[1]" -> "test_b", "auth > denies guest" -> "denies guest", "TestAuth/guest" -> "TestAuth",
// "Suite.Name" -> "Name", "ShrinkTest#test_all" -> "test_all". Points into `name`.
std::string_view own_name(std::string_view name);

}  // namespace assay::judge
