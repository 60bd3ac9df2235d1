// The same commands on the base and on the change, held against each other: tests that ran and passed before and are
// not run any more. This finds what no list of tricks can: filters, shadowed modules, plugins, scripts behind scripts.
// Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "judge/outcome/evidence.h"
#include "judge/rule.h"
#include "model/verdict.h"

namespace assay::judge {

// In the order of the base's reports. Empty where the runs cannot be compared: one of them did not end in order.
std::vector<LostTest> lost_tests(const std::vector<CommandRun>& now, const std::vector<CommandRun>& base);

// Whether all that failed in `now` failed on the base too, by name, and nothing else kept it from passing.
bool failed_before(const CommandRun& now, const CommandRun& base);

// Whether all that was skipped in `now` was skipped on the base too, by name.
bool skipped_before(const CommandRun& now, const CommandRun& base);

// Whether what a command runs depends on what changed, so that the base says nothing: --onlyChanged, --testmon.
bool chooses_by_change(std::string_view command);

// `out` holds what the rules found in the diff: what they told of is not told again.
void judge_lost_tests(const std::vector<LostTest>& lost, const TaskView& task, std::vector<model::Finding>& out);

}  // namespace assay::judge
