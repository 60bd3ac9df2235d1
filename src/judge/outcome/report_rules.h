// What a run's own reports say, held against what it printed. A report comes from the runner, at a place that was made
// for this run; text can be printed by anything. Where they disagree, that is a finding with the numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "judge/outcome/evidence.h"
#include "model/verdict.h"

namespace assay::judge {

struct TestCounts {
  std::uint64_t passed = 0, failed = 0, skipped = 0;
};

// Counted by the reports where there are any, else by the sums that known test runners printed.
TestCounts tests_of(const CommandRun& run);

// From now on the tests that a run names are those of its reports.
void believe_reports(CommandRun& run);

// Where the report and the printed words of a run that exited with 0 disagree.
void judge_reports(const CommandRun& run, std::vector<model::Finding>& out);

}  // namespace assay::judge
