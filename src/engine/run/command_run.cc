#include "engine/run/command_run.h"

#include <csignal>

#include "logs/reading/reader.h"

namespace assay::engine {

namespace {

// The two ends of the output are enough: it is said where the command begins or where it ends.
std::optional<logs::MachineTrouble> trouble_in(const os::Outcome& outcome) {
  auto found = logs::find_machine_trouble(outcome.head);
  return found ? found : logs::find_machine_trouble(outcome.tail);
}

// The machine's memory filled up beside the command, which was ended: that says nothing of the change.
logs::MachineTrouble full_memory(const os::Outcome& outcome) {
  return {logs::MachineTrouble::Kind::memory, "", "run it again when less else uses memory on this machine",
          os::describe(outcome)};
}

std::string limit_of(os::Ended ended) {
  switch (ended) {
    case os::Ended::out_of_memory: return "its limit of memory";
    case os::Ended::process_limit: return "its limit of processes";
    case os::Ended::disk_limit: return "its limit of disk space";
    default: return {};
  }
}

}  // namespace

Result<judge::CommandRun> read_run(const std::string& command, const os::Outcome& outcome, std::uint64_t timeout_ms,
                                   ByteSource* output) {
  judge::CommandRun run;
  run.command = command;
  run.timeout_ms = timeout_ms;
  run.duration_ms = static_cast<std::uint64_t>(outcome.duration.count());
  switch (outcome.ended) {
    case os::Ended::exited: run.exit_code = outcome.exit_code; break;
    case os::Ended::signalled: run.signal = os::signal_name(outcome.signal); break;
    case os::Ended::timed_out:
      run.timed_out = true;
      run.signal = os::signal_name(outcome.signal);
      break;
    case os::Ended::could_not_start: run.could_not_start = true; break;
    case os::Ended::output_limit: run.output_limit = true; break;
    case os::Ended::idle:
    case os::Ended::out_of_memory:
    case os::Ended::process_limit:
    case os::Ended::disk_limit:
      run.beyond = limit_of(outcome.ended);
      run.signal = os::signal_name(outcome.signal != 0 ? outcome.signal : SIGKILL);
      break;
    case os::Ended::machine_memory: run.trouble = full_memory(outcome); break;
    case os::Ended::cancelled: break;
  }
  if (!run.trouble && run.exit_code != 0) run.trouble = trouble_in(outcome);
  if (output == nullptr) return run;
  TRY_ASSIGN(run.log, logs::read_log(*output));
  return run;
}

}  // namespace assay::engine
