// Runs one command to its end and nothing of it outlives the call.
//
// A supervisor process stands between us and the command: it adopts every orphan of the command
// (child subreaper), so double-forked daemons and setsid children are still its descendants, and
// kills them all when the command ends, the time is up, or we are gone (even by SIGKILL: it
// notices that our end of a pipe closed). The command runs in its own session with stdin closed.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::os {

struct Command {
  std::vector<std::string> argv;
  std::string folder;                            // empty: the current one
  std::vector<std::string> environment_changes;  // "NAME=value" sets, "NAME" removes
  std::chrono::milliseconds timeout{600'000};
  std::chrono::milliseconds grace{2'000};               // between SIGTERM and SIGKILL
  std::uint64_t output_limit = std::uint64_t{1} << 40;  // past it the command is ended
  std::string stdin_file;                               // empty: /dev/null
  std::string stdout_file;                              // when set, stdout goes there and not to on_output
};

enum class Ended { exited, signalled, timed_out, could_not_start, output_limit, cancelled };

struct Outcome {
  Ended ended = Ended::exited;
  int exit_code = 0;
  int signal = 0;
  std::string start_error;
  std::chrono::milliseconds duration{0};
  std::uint64_t output_bytes = 0;
};

// Called with output as it comes, stdout and stderr in the order they were written.
using OnOutput = std::function<void(std::string_view)>;

// Error only when the machine refuses (no pipes, no processes); every end of the command is an
// Outcome. Safe to call from any thread.
Result<Outcome> run(const Command& command, const OnOutput& on_output = {});

// stdout and stderr of a short command, at most `limit` bytes kept.
struct Captured {
  Outcome outcome;
  std::string output;
};
Result<Captured> capture(const Command& command, std::uint64_t limit = std::uint64_t{16} << 20);

std::string signal_name(int signal);  // "SIGKILL"

// From now on SIGINT, SIGTERM and SIGHUP cancel the running command instead of ending us; the
// signal is returned by cancelled_by() (0 when none came).
void cancel_on_signals();
int cancelled_by();

}  // namespace assay::os
