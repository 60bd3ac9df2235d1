// The tests of a run by name, for criteria whose evidence is a test: as its runners reported them, else as printed.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "git/snapshot.h"
#include "judge/critic/test_report.h"
#include "judge/outcome/evidence.h"

namespace assay::engine {

void add_tests(const judge::CommandRun& run, std::string_view digest, judge::TestReport& out);

struct TestsInRun {
  std::uint64_t known = 0;  // as the runners counted them
  std::uint64_t named = 0;
};
TestsInRun tests_in(const judge::CommandRun& run);

// Whether a file of the tree writes the test down: the one that its runner reports, else any that may hold tests. What
// runs in the tests can add names to a report, and anything can print them.
Result<bool> is_in_tree(const judge::TestReport::Source& test, const git::Tree& tree);

}  // namespace assay::engine
