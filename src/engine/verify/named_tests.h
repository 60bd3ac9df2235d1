// The tests of a run by name, for criteria whose evidence is a test: as its runners reported them, else as printed.
#pragma once

#include <cstdint>
#include <string_view>

#include "judge/critic/test_report.h"
#include "judge/outcome/evidence.h"

namespace assay::engine {

void add_tests(const judge::CommandRun& run, std::string_view digest, judge::TestReport& out);

struct TestsInRun {
  std::uint64_t known = 0;  // as the runners counted them
  std::uint64_t named = 0;
};
TestsInRun tests_in(const judge::CommandRun& run);

}  // namespace assay::engine
