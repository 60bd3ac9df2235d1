// Runs one command to its end and nothing of it outlives the call: the one runner for checks,
// agents, deploys and git.
//
// A supervisor process stands between us and the command: it adopts every orphan of the command
// (child subreaper), so double-forked daemons and setsid children are still its descendants, and
// kills them all when the command ends, the time is up, or we are gone (even by SIGKILL: it
// notices that our end of a pipe closed). The command runs in its own session with stdin closed, unless
// it is talked with (os/process/dialogue.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "os/cancel_token.h"
#include "os/environment.h"
#include "os/process/dialogue.h"
#include "os/sandbox/sandbox.h"

namespace assay::os {

class StandingSandboxes;

// Where output goes besides on_output. What is kept in memory is bounded whatever comes.
struct OutputOptions {
  // outlives_us: it holds every byte before anyone is told of it, and when we are killed also what nobody had read
  // by then. Locked (flock) until nobody writes to it any more.
  enum class File { at_once, past_head, outlives_us };
  std::string file;                                   // the whole of it; empty: nowhere
  File when = File::at_once;                          // past_head: not made when the head holds everything
  std::uint64_t file_limit = std::uint64_t{1} << 30;  // what comes after is counted and dropped
  std::uint32_t head = 64 << 10;                      // first and last bytes handed back in the Outcome
  std::uint32_t tail = 64 << 10;
};

// Called with output as it comes, stdout and stderr in the order they were written.
using OnOutput = std::function<void(std::string_view)>;

struct Command {
  std::vector<std::string> argv;
  std::string folder;                                        // empty: the current one
  EnvironmentMode environment = EnvironmentMode::inherited;  // see os/environment.h
  std::vector<std::string> environment_grants;               // names let through when scrubbed; "NAME*" for many
  std::vector<std::string> environment_changes;              // "NAME=value" sets, "NAME" removes
  // Holds HOME (home/) and TMPDIR (tmp/) of a scrubbed or sandboxed command, and stays. Empty: made,
  // and removed at the end.
  std::string scratch;
  std::optional<Sandbox> sandbox;  // with EnvironmentMode::scrubbed, usually
  std::chrono::milliseconds timeout{600'000};
  std::chrono::milliseconds idle_timeout{0};            // no output for so long ends it; 0: never
  std::chrono::milliseconds grace{2'000};               // between SIGTERM and SIGKILL
  std::uint64_t output_limit = std::uint64_t{1} << 40;  // past it the command is ended
  OutputOptions output;
  std::string stdin_file;   // empty: /dev/null
  std::string stdout_file;  // when set, stdout goes there and nowhere else
  std::string stderr_file;  // the same for stderr
  // When set, stderr comes here as it is written, and is neither kept nor part of the output; it still
  // counts against output_limit. For programs whose output is a protocol.
  OnOutput on_errors;
  Dialogue* dialogue = nullptr;         // when set, it is talked with; outlives the run
  const CancelToken* cancel = nullptr;  // outlives the run
  // Sandboxes that stand for several runs; a command that can be served by one (os/process/standing_sandbox.h) is.
  // Outlives the run.
  StandingSandboxes* standing = nullptr;
};

enum class Ended {
  exited,
  signalled,
  timed_out,
  idle,             // said nothing for too long
  could_not_start,  // not run: no such program, not executable, no such folder
  output_limit,
  out_of_memory,
  process_limit,
  disk_limit,
  machine_memory,  // the machine's memory filled up, and not by the command
  cancelled
};
std::string_view name_of(Ended ended);  // "timed-out"

struct Outcome {
  Ended ended = Ended::exited;
  int exit_code = 0;
  int signal = 0;
  std::string start_error;  // what could not be done, and why
  std::chrono::milliseconds duration{0};
  bool dismissed = false;          // it had to be ended after Dialogue::dismiss; counts as exit 0
  std::uint64_t output_bytes = 0;  // all that was written, kept or not
  std::uint64_t file_bytes = 0;    // of them in the file; 0 as well when there is none
  bool truncated = false;          // there is an output file and it does not hold everything
  // The beginning and the end of the output; together all of it when nothing lies between.
  std::string head;
  std::string tail;
  // What the command changed although it must not (Sandbox::kept), and was put back.
  std::vector<std::string> tampered;
  std::uint64_t between() const { return output_bytes - head.size() - tail.size(); }
  std::string_view limits;  // who held it to its memory: limits_held_by(); empty when nobody did
  bool succeeded() const { return ended == Ended::exited && exit_code == 0; }
};

// "exit 3", "ended by SIGSEGV", "timed out after 2000 ms", "could not be started: …"
std::string describe(const Outcome& outcome);

// Error only when the machine refuses (no pipes, no processes, a full disk under the output file) or
// the sandbox cannot be built (unavailable); every end of the command is an Outcome. Safe to call
// from any thread.
Result<Outcome> run(const Command& command, const OnOutput& on_output = {});

// stdout and stderr of a short command, at most `limit` bytes kept.
struct Captured {
  Outcome outcome;
  std::string output;
};
Result<Captured> capture(const Command& command, std::uint64_t limit = std::uint64_t{16} << 20);

std::string signal_name(int signal);  // "SIGKILL"

}  // namespace assay::os
