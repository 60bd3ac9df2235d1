#include "os/process/process.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/pipe.h"
#include "os/process/follow.h"
#include "os/process/limits_watch.h"
#include "os/process/output_keeper.h"
#include "os/process/prepared_run.h"
#include "os/process/standing_sandbox.h"
#include "os/process/standing_sandbox_run.h"
#include "os/process/supervisors.h"
#include "os/sandbox/control_group.h"

namespace assay::os {

namespace {

using Steady = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr int k_pipe_size = 1 << 20;  // fewer turns between writer and reader; 64 KiB when refused

std::uint64_t to_ms(milliseconds d) { return static_cast<std::uint64_t>(std::max<std::int64_t>(d.count(), 0)); }

std::string start_error(const SupervisorReport& report, const Command& command) {
  const std::string why = std::strerror(report.start_errno);
  switch (report.start_step) {
    case StartStep::input: return cat("cannot read ", command.stdin_file, ": ", why);
    case StartStep::output:
      return cat("cannot write ", command.stdout_file, command.stdout_file.empty() ? "" : " or ", command.stderr_file,
                 ": ", why);
    case StartStep::folder: return cat("cannot enter the folder ", command.folder, ": ", why);
    case StartStep::program: return cat("cannot run ", excerpt(command.argv.front(), 200), ": ", why);
    default: return cat("cannot start a process: ", why);
  }
}

Outcome outcome_of(const std::optional<SupervisorReport>& report, const Follow& follow, const Command& command) {
  Outcome out;
  const int status = report ? report->wait_status : 0;
  if (follow.dismissed()) {
    out.dismissed = true;
  } else if (follow.reason() && !(report && report->start_step != StartStep::none)) {
    out.ended = *follow.reason();
    if (WIFSIGNALED(status)) out.signal = WTERMSIG(status);
  } else if (!report) {
    out.ended = Ended::signalled;  // something killed the supervisor
    out.signal = SIGKILL;
  } else if (report->start_step != StartStep::none) {
    out.ended = Ended::could_not_start;
    out.start_error = start_error(*report, command);
  } else if (report->timed_out) {
    out.ended = Ended::timed_out;
    out.signal = WIFSIGNALED(status) ? WTERMSIG(status) : SIGKILL;
  } else if (WIFSIGNALED(status)) {
    out.ended = Ended::signalled;
    out.signal = WTERMSIG(status);
  } else {
    out.exit_code = WEXITSTATUS(status);
  }
  return out;
}

Outcome not_started(std::string why) {
  Outcome out;
  out.ended = Ended::could_not_start;
  out.start_error = std::move(why);
  return out;
}

SupervisorReport failed_start(const StartedCommand& started) {
  SupervisorReport report;
  report.start_step = started.step;
  report.start_errno = started.error;
  return report;
}

// By SIGKILL, directly or as a shell tells it.
bool was_killed(const Outcome& out) {
  return (out.ended == Ended::signalled && out.signal == SIGKILL) ||
         (out.ended == Ended::exited && out.exit_code == 128 + SIGKILL);
}

// Nothing of the command ran, so all the output is bubblewrap's own.
std::optional<Error> sandbox_error(const SupervisorReport& report, std::string_view output) {
  constexpr std::string_view what = "the sandbox could not be set up: ";
  const char* why = std::strerror(report.start_errno);
  if (report.start_step == StartStep::confine) return unavailable(cat(what, why));
  if (report.start_step == StartStep::user) return unavailable(cat(what, "cannot become another user: ", why));
  if (report.start_step == StartStep::sandbox) return unavailable(cat(what, excerpt(trim(output), 300)));
  return std::nullopt;
}

}  // namespace

namespace {

// Once its end is known: what it came to. `watch` may be nothing.
Result<Outcome> conclude(const Command& command, const std::optional<SupervisorReport>& report, const Follow& follow,
                         OutputKeeper& keeper, const LimitsWatch* watch, ControlGroup* group) {
  if (!keeper.written()) return keeper.written().error();
  Outcome out = outcome_of(report, follow, command);
  keeper.finish(out);
  const bool ran_out = group != nullptr ? group->ran_out() : watch != nullptr && watch->kernel_ran_out();
  if (ran_out && was_killed(out)) out.ended = Ended::out_of_memory;
  if (watch != nullptr && out.ended == Ended::machine_memory && watch->memory_was_its_own())
    out.ended = Ended::out_of_memory;
  if (watch != nullptr) out.limits = group != nullptr ? k_limits_by_kernel : k_limits_watched;
  if (report && command.sandbox) {
    if (auto error = sandbox_error(*report, out.head.empty() ? follow.first_errors() : out.head)) return *error;
  }
  return out;
}

Result<Outcome> run_in_standing(const Command& command, const OnOutput& on_output) {
  TRY_ASSIGN(auto sandbox, command.standing->take(command));
  TRY_ASSIGN(auto keeper, OutputKeeper::open(command.output, on_output));
  TRY_ASSIGN(auto output, make_pipe());
  TRY_ASSIGN(auto status, make_pipe());
  TRY_ASSIGN(auto control, make_pipe());
  ::fcntl(output.read_end.get(), F_SETPIPE_SZ, k_pipe_size);
  LimitsWatch watch(*command.sandbox, sandbox->watched_folders());
  TRY(sandbox->start(command, output.write_end, status.write_end, control.read_end));
  for (auto* fd : {&output.write_end, &status.write_end, &control.read_end}) fd->reset();
  Ends ends{std::move(status.read_end), std::move(output.read_end), {}, std::move(control.write_end), {}};
  Follow follow(command, keeper, ends, &watch, sandbox->supervisor());
  const auto report = follow.until_over();
  ends.control.reset();
  const auto words = report ? std::string() : sandbox->last_words();
  if (!words.empty()) return unavailable(cat("the sandbox could not be set up: ", excerpt(trim(words), 300)));
  TRY_ASSIGN(auto out, conclude(command, report, follow, keeper, &watch, sandbox->group()));
  if (report && !report->spent) command.standing->give_back(std::move(sandbox));
  return out;
}

bool outlives_us(const Command& command) { return command.output.when == OutputOptions::File::outlives_us; }

// The pipes between us and whoever watches over the command, and the options that name their other ends.
struct Line {
  Pipe output, status, control, errors, input;

  static Result<Line> make(const Command& command) {
    Line out;
    TRY_ASSIGN(out.output, make_pipe());
    TRY_ASSIGN(out.status, make_pipe());
    TRY_ASSIGN(out.control, make_pipe());
    if (command.on_errors) {
      TRY_ASSIGN(out.errors, make_pipe());
    }
    if (command.dialogue != nullptr && command.dialogue->has_input()) {
      TRY_ASSIGN(out.input, make_pipe());
    }
    ::fcntl(out.output.read_end.get(), F_SETPIPE_SZ, k_pipe_size);
    return out;
  }
  SupervisorOptions options_for(const Command& command, const OutputKeeper& keeper) const {
    SupervisorOptions options;
    options.input_fd = input.read_end.get();
    options.output_fd = output.write_end.get();
    options.errors_fd = errors.write_end.get();
    options.status_fd = status.write_end.get();
    options.control_fd = control.read_end.get();
    options.timeout_ms = allowed_ms(command);
    options.grace_ms = to_ms(command.grace);
    const int unwanted[] = {outlives_us(command) ? -1 : output.read_end.get(), status.read_end.get(),
                            control.write_end.get(), errors.read_end.get(), input.write_end.get()};
    std::copy(std::begin(unwanted), std::end(unwanted), options.unwanted_fds);
    if (outlives_us(command)) {
      options.rest_fd = output.read_end.get();
      options.rest_file_fd = keeper.file();
    }
    return options;
  }
  // Ours; the others are closed.
  Ends take_ends() {
    for (auto* fd : {&output.write_end, &status.write_end, &errors.write_end, &control.read_end, &input.read_end})
      fd->reset();
    return {std::move(status.read_end),
            std::move(output.read_end),
            std::move(errors.read_end),
            std::move(control.write_end),
            {}};
  }
};

enum class Supervised { no, yes };

Result<StartedCommand> start(const SupervisorOptions& options, Supervised supervised) {
  if (supervised == Supervised::no) return start_unsupervised(options);
  StartedCommand out;
  TRY_ASSIGN(out.pid, start_supervisor(options));
  return out;
}

// What is missing did not start; every other error is ours.
Result<Outcome> not_started(const Error& error) {
  if (error.code != Code::not_found) return error;
  return not_started(error.message);
}

Result<Outcome> run_alone(const Command& command, const OnOutput& on_output) {
  // All that the children need is made here: after fork only system calls are allowed.
  auto prepared = PreparedRun::make(command);
  if (!prepared) return not_started(prepared.error());
  TRY_ASSIGN(auto keeper, OutputKeeper::open(command.output, on_output));
  TRY_ASSIGN(auto line, Line::make(command));
  auto options = line.options_for(command, keeper);
  (*prepared)->fill(options);
  auto group = (*prepared)->take_group();
  const bool watched_inside = (*prepared)->is_watched_inside();
  const bool supervised = !watched_inside || outlives_us(command);
  TRY_ASSIGN(const auto started, start(options, supervised ? Supervised::yes : Supervised::no));
  auto ends = line.take_ends();
  if (const auto furnished = started.pid > 0 ? (*prepared)->furnish() : Result<void>(); !furnished) {
    ends = {};  // the supervisor waits for us to have read all
    await_supervisor(started.pid, Reported::all);
    return not_started(furnished.error());
  }
  std::optional<LimitsWatch> watch;
  if (command.sandbox) watch.emplace(*command.sandbox, (*prepared)->watched_folders());
  if (command.dialogue != nullptr) {
    ::signal(SIGPIPE, SIG_IGN);  // what it does not read any more must not end us
    ends.input = InputFeed(*command.dialogue, std::move(line.input.write_end));
  }
  Follow follow(command, keeper, ends, watch ? &*watch : nullptr, started.pid);
  std::optional<SupervisorReport> report = started.pid > 0 ? follow.until_over() : std::optional(failed_start(started));
  ends.control.reset();
  ends.status.reset();
  // Nobody can change them any more: the folders are emptied while the sandbox ends.
  if (watched_inside && report) prepared->reset();
  if (started.pid > 0) {
    const int status = await_supervisor(started.pid, report ? Reported::all : Reported::nothing);
    if (!supervised && !report && WIFEXITED(status)) report = failed_start({-1, StartStep::sandbox, 0});
  }
  TRY_ASSIGN(auto out, conclude(command, report, follow, keeper, watch ? &*watch : nullptr, group.get()));
  if (*prepared) out.tampered = (*prepared)->put_back();
  return out;
}

}  // namespace

Result<Outcome> run(const Command& command, const OnOutput& on_output) {
  const auto start = Steady::now();
  const bool standing = command.standing != nullptr && StandingSandboxes::can_serve(command);
  TRY_ASSIGN(auto out, standing ? run_in_standing(command, on_output) : run_alone(command, on_output));
  out.duration = std::chrono::duration_cast<milliseconds>(Steady::now() - start);
  return out;
}

Result<Captured> capture(const Command& command, std::uint64_t limit) {
  Captured captured;
  Command limited = command;
  limited.output_limit = limit;
  limited.output.head = limited.output.tail = 0;
  TRY_ASSIGN(captured.outcome, run(limited, [&](std::string_view chunk) {
               captured.output.append(chunk.substr(0, limit - captured.output.size()));
             }));
  return captured;
}

std::string_view name_of(Ended ended) {
  switch (ended) {
    case Ended::exited: return "exited";
    case Ended::signalled: return "signalled";
    case Ended::timed_out: return "timed-out";
    case Ended::idle: return "idle";
    case Ended::could_not_start: return "could-not-start";
    case Ended::output_limit: return "output-limit";
    case Ended::out_of_memory: return "out-of-memory";
    case Ended::process_limit: return "process-limit";
    case Ended::disk_limit: return "disk-limit";
    case Ended::machine_memory: return "machine-memory";
    case Ended::cancelled: return "cancelled";
  }
  return "unknown";
}

std::string describe(const Outcome& outcome) {
  const auto took = outcome.duration.count();
  switch (outcome.ended) {
    case Ended::exited: return cat("exit ", outcome.exit_code);
    case Ended::signalled: return cat("ended by ", signal_name(outcome.signal));
    case Ended::timed_out: return cat("timed out after ", took, " ms");
    case Ended::idle: return cat("ended after ", took, " ms: it said nothing for too long");
    case Ended::could_not_start: return cat("could not be started: ", outcome.start_error);
    case Ended::output_limit: return cat("ended: too much output (", outcome.output_bytes, " bytes)");
    case Ended::out_of_memory: return "ended: out of memory";
    case Ended::process_limit: return "ended: too many processes";
    case Ended::disk_limit: return "ended: it filled the disk";
    case Ended::machine_memory:
      return "ended: other programs filled the memory of this machine, and it could not be distinguished from the "
             "command's own";
    case Ended::cancelled: return "cancelled";
  }
  return {};
}

std::string signal_name(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name != nullptr ? cat("SIG", name) : cat("SIG", signal);
}

}  // namespace assay::os
