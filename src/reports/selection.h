// The tests that a run is narrowed to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::reports {

// A part of a test (a subtest of Go, a subTest of unittest, t.test of node) runs with its whole test. Files that tests
// need (conftest.py, setup files, helpers) are loaded as ever.
struct Selection {
  std::vector<std::string> files{};  // relative to the tree
  std::vector<std::string> tests{};  // by ReportedTest::name; empty: all of those files
};

// "TestA/sub" of "TestA", "U.test (i=1)" of "U.test", "parent > child" of "parent".
bool is_part_of(std::string_view part, std::string_view whole);

}  // namespace assay::reports
