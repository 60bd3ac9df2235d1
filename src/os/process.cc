#include "os/process.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/follow.h"
#include "os/limits_watch.h"
#include "os/output_keeper.h"
#include "os/prepared_run.h"
#include "os/process_tree.h"
#include "os/supervisor.h"

namespace assay::os {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr int k_pipe_size = 1 << 20;  // fewer turns between writer and reader; 64 KiB when refused

struct Pipe {
  Fd read_end, write_end;
};

Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return unavailable(cat("cannot make a pipe: ", std::strerror(errno)));
  return Pipe{Fd(ends[0]), Fd(ends[1])};
}

// The supervisors now at work. Should a command kill its own, we inherit what it left and end it.
class Supervisors {
 public:
  Supervisors() { ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

  void add(pid_t pid) {
    const std::lock_guard lock(m_mutex);
    m_pids.push_back(pid);
  }
  void remove(pid_t pid, bool left_strays) {
    const std::lock_guard lock(m_mutex);
    std::erase(m_pids, pid);
    if (left_strays) kill_tree({m_pids.data(), m_pids.size()});
  }

 private:
  std::mutex m_mutex;
  std::vector<int> m_pids;
};

Supervisors& supervisors() {
  static Supervisors instance;
  return instance;
}

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

// By SIGKILL, directly or as a shell tells it.
bool was_killed(const Outcome& out) {
  return (out.ended == Ended::signalled && out.signal == SIGKILL) ||
         (out.ended == Ended::exited && out.exit_code == 128 + SIGKILL);
}

// Nothing of the command ran, so all the output is bubblewrap's own.
std::optional<Error> sandbox_error(const SupervisorReport& report, const Outcome& out) {
  constexpr std::string_view what = "the sandbox could not be set up: ";
  const char* why = std::strerror(report.start_errno);
  if (report.start_step == StartStep::confine) return unavailable(cat(what, why));
  if (report.start_step == StartStep::user) return unavailable(cat(what, "cannot become another user: ", why));
  if (report.start_step == StartStep::sandbox) return unavailable(cat(what, excerpt(trim(out.head), 300)));
  return std::nullopt;
}

}  // namespace

Result<Outcome> run(const Command& command, const OnOutput& on_output) {
  const auto start = Clock::now();
  // All that the children need is made here: after fork only system calls are allowed.
  auto prepared = PreparedRun::make(command);
  if (!prepared && prepared.error().code == Code::not_found) return not_started(prepared.error().message);
  if (!prepared) return prepared.error();
  TRY_ASSIGN(auto keeper, OutputKeeper::open(command.output, on_output));
  TRY_ASSIGN(auto output, make_pipe());
  TRY_ASSIGN(auto status, make_pipe());
  TRY_ASSIGN(auto control, make_pipe());
  TRY_ASSIGN(auto errors, command.on_errors ? make_pipe() : Result<Pipe>(Pipe{}));
  TRY_ASSIGN(auto input,
             command.dialogue != nullptr && command.dialogue->has_input() ? make_pipe() : Result<Pipe>(Pipe{}));
  ::fcntl(output.read_end.get(), F_SETPIPE_SZ, k_pipe_size);
  SupervisorOrders orders;
  (*prepared)->fill(orders);
  orders.input_fd = input.read_end.get();
  orders.output_fd = output.write_end.get();
  orders.errors_fd = errors.write_end.get();
  orders.status_fd = status.write_end.get();
  orders.control_fd = control.read_end.get();
  orders.timeout_ms = to_ms(command.timeout + (command.dialogue != nullptr ? 2 * command.grace : milliseconds(0)));
  orders.grace_ms = to_ms(command.grace);
  orders.unwanted_fds[0] = output.read_end.get();
  orders.unwanted_fds[1] = status.read_end.get();
  orders.unwanted_fds[2] = control.write_end.get();
  orders.unwanted_fds[3] = errors.read_end.get();
  orders.unwanted_fds[4] = input.write_end.get();
  std::optional<LimitsWatch> watch;
  if (command.sandbox) watch.emplace(command.sandbox->limits, (*prepared)->watched_folders());

  auto& all = supervisors();
  const pid_t supervisor = ::fork();
  if (supervisor < 0) return unavailable(cat("cannot start a process: ", std::strerror(errno)));
  if (supervisor == 0) supervise(orders);
  all.add(supervisor);

  for (auto* fd : {&output.write_end, &status.write_end, &errors.write_end, &control.read_end, &input.read_end})
    fd->reset();
  (*prepared)->started();
  Ends ends{std::move(status.read_end),
            std::move(output.read_end),
            std::move(errors.read_end),
            std::move(control.write_end),
            {}};
  if (command.dialogue != nullptr) {
    ::signal(SIGPIPE, SIG_IGN);  // what it does not read any more must not end us
    ends.input = InputFeed(*command.dialogue, std::move(input.write_end));
  }
  Follow follow(command, keeper, ends, watch ? &*watch : nullptr, supervisor);
  const auto report = follow.until_over();
  ends.control.reset();
  while (::waitpid(supervisor, nullptr, 0) < 0 && errno == EINTR) {
  }
  all.remove(supervisor, !report);
  if (!keeper.written()) return keeper.written().error();
  Outcome out = outcome_of(report, follow, command);
  keeper.finish(out);
  if (watch && was_killed(out) && watch->kernel_ran_out()) out.ended = Ended::out_of_memory;
  if (report && command.sandbox) {
    if (auto error = sandbox_error(*report, out)) return *error;
  }
  out.tampered = (*prepared)->put_back();
  out.duration = std::chrono::duration_cast<milliseconds>(Clock::now() - start);
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
    case Ended::cancelled: return "cancelled";
  }
  return {};
}

std::string signal_name(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name != nullptr ? cat("SIG", name) : cat("SIG", signal);
}

}  // namespace assay::os
