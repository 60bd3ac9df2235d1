// What the judge is given. Text inputs come as ByteSources so that any size works; outcomes of
// commands that Assay ran itself come as values and outrank what their logs say.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "logs/facts.h"
#include "model/verdict.h"

namespace assay::judge {

// A verification command that Assay ran, with what its output said.
struct CommandRun {
  std::string command;
  std::optional<int> exit_code;       // empty when it did not exit by itself
  std::optional<std::string> signal;  // "SIGKILL"
  bool timed_out = false;
  bool could_not_start = false;
  std::uint64_t timeout_ms = 0;
  std::uint64_t duration_ms = 0;
  std::uint64_t log_line = 0;  // line of verify-logs where its output starts
  logs::Facts log;
};

struct Inputs {
  std::string task;                   // empty: no task
  ByteSource* diff = nullptr;         // null: no diff
  ByteSource* verify_logs = nullptr;  // null: none, or commands carries what ran
  std::vector<CommandRun> commands;
  bool executed = false;  // Assay ran the commands itself (evidence_grade)
  std::string builder_report;
};

}  // namespace assay::judge
