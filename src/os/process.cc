#include "os/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <mutex>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/limits_watch.h"
#include "os/output_keeper.h"
#include "os/prepared_run.h"
#include "os/process_tree.h"
#include "os/supervisor.h"

namespace assay::os {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds k_first_look{20};  // most commands are over by then and cost no look
constexpr int k_pipe_size = 1 << 20;      // fewer turns between writer and reader; 64 KiB when refused

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

// Follows one command: takes its output and decides when it has to end.
class Follow {
 public:
  Follow(const Command& command, OutputKeeper& output, Fd& control, LimitsWatch* watch, pid_t supervisor)
      : m_command(command),
        m_output(output),
        m_control(control),
        m_watch(watch),
        m_supervisor(supervisor),
        m_last_output(Clock::now()),
        m_next_look(m_last_output + k_first_look) {}

  // The supervisor's report; nullopt when it died without one.
  std::optional<SupervisorReport> until_over(const Fd& status, Fd& pipe) {
    SupervisorReport report;
    size_t got = 0;
    while (got < sizeof report) {
      std::array<pollfd, 4> fds = {pollfd{status.get(), POLLIN, 0}, pollfd{pipe.get(), POLLIN, 0},
                                   pollfd{ending() ? -1 : signal_wake_fd(), POLLIN, 0},
                                   pollfd{ending() ? -1 : token_fd(), POLLIN, 0}};
      const int ready = ::poll(fds.data(), fds.size(), patience());
      if (!ending()) decide(fds[2].revents != 0 || fds[3].revents != 0);
      // It cannot be waited for any more (our limits were lowered, say): the closed pipe ends everything.
      if (ready < 0 && errno != EINTR) return std::nullopt;
      if (ready <= 0) continue;
      if (fds[1].revents != 0) take(pipe);
      if (fds[0].revents == 0) continue;
      const ssize_t n = ::read(status.get(), reinterpret_cast<char*>(&report) + got, sizeof report - got);
      if (n == 0) return std::nullopt;
      if (n > 0) got += static_cast<size_t>(n);
    }
    take_rest(pipe);
    return report;
  }

  bool ending() const { return m_ending; }
  Ended reason() const { return m_reason; }  // why we ended it

 private:
  int token_fd() const { return m_command.cancel != nullptr ? m_command.cancel->wake_fd() : -1; }

  // Milliseconds until something must be looked at again.
  int patience() const {
    auto next = Clock::now() + std::chrono::seconds(60);
    if (ending()) return 60'000;
    if (m_command.idle_timeout.count() > 0) next = std::min(next, m_last_output + m_command.idle_timeout);
    if (m_watch != nullptr) next = std::min(next, m_next_look);
    const auto left = std::chrono::ceil<milliseconds>(next - Clock::now());
    return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
  }

  void decide(bool woken) {
    if (woken || cancelled_by() != 0) return end_as(Ended::cancelled);
    if (!m_output.written()) return end_as(Ended::output_limit);
    const auto now = Clock::now();
    const auto idle = m_command.idle_timeout;
    if (idle.count() > 0 && now - m_last_output >= idle) return end_as(Ended::idle);
    if (m_watch == nullptr || now < m_next_look) return;
    if (const auto passed = m_watch->look(m_supervisor)) return kill_as(*passed);
    m_next_look = Clock::now() + m_watch->until_next();
  }

  void end_as(Ended reason) {
    m_reason = reason;
    m_ending = true;
    m_control.reset();
  }

  // Without the grace: it is eating the machine.
  void kill_as(Ended reason) {
    const ssize_t ignored = ::write(m_control.get(), "k", 1);
    (void)ignored;
    m_reason = reason;
    m_ending = true;
  }

  void take(Fd& pipe) {
    m_last_output = Clock::now();
    if (m_reason == Ended::output_limit) return m_output.discard_from(pipe.get());
    if (m_output.take_from(pipe.get()) == Took::end) return pipe.reset();
    if (m_output.bytes() > m_command.output_limit && !ending()) end_as(Ended::output_limit);
  }

  void take_rest(Fd& pipe) {
    if (!pipe.is_open()) return;
    ::fcntl(pipe.get(), F_SETFL, O_NONBLOCK);
    while (m_reason != Ended::output_limit && m_output.take_from(pipe.get()) == Took::some) {
    }
  }

  const Command& m_command;
  OutputKeeper& m_output;
  Fd& m_control;
  LimitsWatch* m_watch;
  pid_t m_supervisor;
  Clock::time_point m_last_output;
  Clock::time_point m_next_look;
  Ended m_reason = Ended::exited;
  bool m_ending = false;
};

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
  if (follow.ending()) {
    out.ended = follow.reason();
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
  ::fcntl(output.read_end.get(), F_SETPIPE_SZ, k_pipe_size);
  SupervisorOrders orders;
  (*prepared)->fill(orders);
  orders.output_fd = output.write_end.get();
  orders.status_fd = status.write_end.get();
  orders.control_fd = control.read_end.get();
  orders.timeout_ms = to_ms(command.timeout);
  orders.grace_ms = to_ms(command.grace);
  orders.unwanted_fds[0] = output.read_end.get();
  orders.unwanted_fds[1] = status.read_end.get();
  orders.unwanted_fds[2] = control.write_end.get();
  std::optional<LimitsWatch> watch;
  if (command.sandbox) watch.emplace(command.sandbox->limits, (*prepared)->watched_folders());

  auto& all = supervisors();
  const pid_t supervisor = ::fork();
  if (supervisor < 0) return unavailable(cat("cannot start a process: ", std::strerror(errno)));
  if (supervisor == 0) supervise(orders);
  all.add(supervisor);

  output.write_end.reset();
  status.write_end.reset();
  control.read_end.reset();
  (*prepared)->started();
  Follow follow(command, keeper, control.write_end, watch ? &*watch : nullptr, supervisor);
  const auto report = follow.until_over(status.read_end, output.read_end);
  control.write_end.reset();
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
