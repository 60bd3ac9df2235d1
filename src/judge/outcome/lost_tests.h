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

// Commands that name no test, by their number: neither run may have named any. In the order of the commands.
std::vector<FewerTests> fewer_tests(const std::vector<CommandRun>& now, const std::vector<CommandRun>& base);

// Why the base cannot be compared with: a command that ran tests now ran none there. Empty: it can.
std::string why_base_says_nothing(const std::vector<CommandRun>& now, const std::vector<CommandRun>& base);

// The values that the name of a case holds: "200", "10" of "test_shrink[200-10]". Empty where it says none.
std::vector<std::string_view> values_of(std::string_view case_name);

// Whether all that failed in `now` failed on the base too, by name, and nothing else kept it from passing.
bool failed_before(const CommandRun& now, const CommandRun& base);

// Whether all that was skipped in `now` was skipped on the base too, by name.
bool skipped_before(const CommandRun& now, const CommandRun& base);

// Whether what a command runs depends on what changed, so that the base says nothing: --onlyChanged, --testmon.
bool chooses_by_change(std::string_view command);

// `out` holds what the rules found in the diff: what they told of is not told again.
void judge_lost_tests(const std::vector<LostTest>& lost, const TaskView& task, std::vector<model::Finding>& out);
void judge_fewer_tests(const std::vector<FewerTests>& fewer, const TaskView& task, std::vector<model::Finding>& out);

}  // namespace assay::judge
