// From what logs and reports say to findings. One finding per tool and kind, not one per line: a
// reviewer wants "pytest: 3 tests failed (a, b, c)", with every place in the spans.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/outcome/evidence.h"
#include "judge/rule.h"
#include "logs/facts.h"
#include "model/verdict.h"

namespace assay::judge {

// The command as a sentence names it.
std::string shown(const CommandRun& run);

// Findings from a log that was handed over as text.
void judge_log(const logs::Facts& facts, const TaskView& task, std::vector<model::Finding>& out);

// Findings from commands whose outcome is known. The outcome decides and the log explains: a
// non-zero exit is a failure whatever the log claims; exit 0 overrules loose words, but not a
// recognised runner that printed failures. `base`: the same commands on the base, or nothing: what failed there in the
// same way is shown and not charged.
void judge_commands(const std::vector<CommandRun>& commands, const std::vector<CommandRun>& base,
                    std::vector<model::Finding>& out);

// Whether a command failed for want of something on this machine, and not by the change.
// `base`: the same command on the base; null: not run there.
bool is_machine_trouble(const CommandRun& run, const CommandRun* base);
bool is_about_the_machine(std::string_view rule);  // of a finding that says so

// Findings from what the builder says of its own work.
// What logs of others say, which Assay did not see being made.
struct HandedLogs {
  bool passed = false;   // that something passed
  bool skipped = false;  // that something was skipped
};
void judge_report(const logs::Facts& facts, HandedLogs logs, std::vector<model::Finding>& out);

// Positive evidence: something ran and passed. Zero tests, or all skipped, is none.
bool is_positive(const logs::Facts& facts);
bool is_positive(const CommandRun& run);
// A test runner came to its end and had no test to run.
bool found_no_tests(const CommandRun& run);
// At least one test passed, failed or was skipped.
bool ran_any_test(const CommandRun& run);
// The same, and at least one test passed.
bool ran_tests(const CommandRun& run);

}  // namespace assay::judge
