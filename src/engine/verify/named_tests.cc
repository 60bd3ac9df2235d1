#include "engine/verify/named_tests.h"

#include <algorithm>

#include "judge/outcome/ran_tests.h"
#include "judge/outcome/report_rules.h"

namespace assay::engine {

void add_tests(const judge::CommandRun& run, std::string_view digest, judge::TestReport& out) {
  for (const auto& [name, test] : judge::list_tests(run)) out.add(name, test.outcome, digest);
}

TestsInRun tests_in(const judge::CommandRun& run) {
  const auto counted = judge::tests_of(run);
  const std::uint64_t known = counted.passed + counted.failed + counted.skipped;
  if (!run.reports.empty()) return {known, known};
  const auto is_test = [](const logs::Named& named) { return runner_class(named.runner) == logs::RunnerClass::test; };
  return {known, static_cast<std::uint64_t>(std::count_if(run.log.named.begin(), run.log.named.end(), is_test))};
}

}  // namespace assay::engine
