// Runs verification commands one after the other, all of them, and reads what each says.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/verify_policy.h"
#include "judge/outcome/evidence.h"
#include "os/cancel_token.h"
#include "os/sandbox/sandbox.h"
#include "reports/ask.h"

namespace assay::engine {

struct CommandsRequest {
  std::vector<std::string> commands;  // for /bin/sh
  std::string folder;
  std::uint64_t timeout_ms = 0;
  std::string log_file;  // all output, redacted, with a line before and after each command
  std::string scratch;   // for raw output while a command runs
  std::optional<os::Sandbox> sandbox;
  std::vector<RunnerReport> runners;                                 // reports that the policy names
  std::vector<std::string> environment;                              // let into it: "NAME", "NAME*" or "NAME=value"
  std::vector<std::string> variables;                                // "NAME=value", set with or without a sandbox
  bool stops_at_failure = false;                                     // what comes after it is not run
  reports::Selection only;                                           // of no files: all tests
  std::vector<std::string> cover;                                    // files whose executed lines are wanted
  std::function<Result<void>(const judge::CommandRun&)> after_each;  // all processes of the command are gone
  const os::CancelToken* cancel = nullptr;  // ends the command that runs, which is an error; outlives the run
};

Result<std::vector<judge::CommandRun>> run_commands(const CommandsRequest& request,
                                                    const std::function<void(std::string_view)>& progress);

bool any_failed(const std::vector<judge::CommandRun>& runs);

}  // namespace assay::engine
