// What the judge is given. The diff is read first, before any command of the change may run and
// touch anything; outcomes of commands come as values and outrank what their logs say.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/source.h"
#include "diff/facts.h"
#include "judge/outcome/rule_driver.h"
#include "logs/facts.h"

namespace assay::judge {

// A diff that went past the rules once.
struct Change {
  RuleDriver rules;
  diff::Summary summary;
};
Result<std::unique_ptr<Change>> read_change(ByteSource& diff);

// A verification command with how it ended and what its output said.
struct CommandRun {
  std::string command;
  std::optional<int> exit_code;       // empty when it did not exit by itself
  std::optional<std::string> signal;  // "SIGKILL"
  bool timed_out = false;
  bool could_not_start = false;
  bool output_limit = false;  // ended because it wrote too much
  std::uint64_t timeout_ms = 0;
  std::uint64_t duration_ms = 0;
  std::uint64_t log_line = 0;  // lines of the verify logs before its output
  logs::Facts log;
};

struct Inputs {
  std::string task;                   // empty: no task
  Change* change = nullptr;           // null: no diff
  ByteSource* verify_logs = nullptr;  // null: none, or commands carries what ran
  std::vector<CommandRun> commands;
  bool executed = false;  // Assay ran the commands itself (evidence_grade)
  // The checks belong to the repository and ran as the change left them: every edit of theirs is told.
  bool tells_edited_checks = false;
  std::string builder_report;
  std::vector<model::Finding> extra;  // found while the evidence was collected
};

}  // namespace assay::judge
