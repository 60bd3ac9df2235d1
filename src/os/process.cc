#include "os/process.h"

#include <algorithm>
#include <array>
#include <atomic>
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
#include "os/supervisor.h"

namespace assay::os {

namespace {

using Clock = std::chrono::steady_clock;

std::atomic<int> g_cancel_signal{0};

void note_cancel(int signal) { g_cancel_signal.store(signal); }

struct Pipe {
  Fd read_end, write_end;
};

Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return unavailable(cat("cannot make a pipe: ", std::strerror(errno)));
  return Pipe{Fd(ends[0]), Fd(ends[1])};
}

std::vector<std::string> environment_with(const std::vector<std::string>& changes) {
  std::vector<std::string> out;
  const auto name_of = [](std::string_view entry) { return entry.substr(0, entry.find('=')); };
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view name = name_of(*entry);
    const bool changed = std::any_of(changes.begin(), changes.end(), [&](const auto& c) { return name_of(c) == name; });
    if (!changed) out.emplace_back(*entry);
  }
  for (const auto& change : changes) {
    if (contains(change, "=")) out.push_back(change);
  }
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> out;
  out.reserve(strings.size() + 1);
  for (auto& s : strings) out.push_back(s.data());
  out.push_back(nullptr);
  return out;
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
    if (left_strays) kill_strays(m_pids.data(), m_pids.size());
  }

 private:
  std::mutex m_mutex;
  std::vector<int> m_pids;
};

Supervisors& supervisors() {
  static Supervisors instance;
  return instance;
}

std::uint64_t to_ms(std::chrono::milliseconds d) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(d.count(), 0));
}

// Reads what the command writes until the supervisor says that all of it is over.
class Stream {
 public:
  Stream(Pipe& output, Fd& control, const Command& command, const OnOutput& on_output)
      : m_output(output), m_control(control), m_command(command), m_on_output(on_output) {}

  // The supervisor's report; nullopt when it died without one.
  std::optional<SupervisorReport> follow(Fd& status) {
    SupervisorReport report;
    size_t got = 0;
    while (got < sizeof report) {
      std::array<pollfd, 2> fds = {pollfd{status.get(), POLLIN, 0}, pollfd{m_output.read_end.get(), POLLIN, 0}};
      const int ready = ::poll(fds.data(), fds.size(), 100);
      if (g_cancel_signal.load() != 0) cancel();
      if (ready <= 0) continue;
      if (fds[1].revents != 0) drain_once();
      if (fds[0].revents == 0) continue;
      const ssize_t n = ::read(status.get(), reinterpret_cast<char*>(&report) + got, sizeof report - got);
      if (n == 0) return std::nullopt;
      if (n > 0) got += static_cast<size_t>(n);
    }
    ::fcntl(m_output.read_end.get(), F_SETFL, O_NONBLOCK);
    while (drain_once()) {
    }
    return report;
  }

  std::uint64_t bytes() const { return m_bytes; }
  bool over_limit() const { return m_over_limit; }
  bool cancelled() const { return m_cancelled; }

 private:
  bool drain_once() {
    const ssize_t n = ::read(m_output.read_end.get(), m_buffer.data(), m_buffer.size());
    if (n <= 0) {
      if (n == 0) m_output.read_end.reset();
      return n < 0 && errno == EINTR;
    }
    m_bytes += static_cast<std::uint64_t>(n);
    if (m_bytes > m_command.output_limit) {
      if (!m_over_limit) m_control.reset();
      m_over_limit = true;
      return true;
    }
    if (m_on_output) m_on_output({m_buffer.data(), static_cast<size_t>(n)});
    return true;
  }

  void cancel() {
    m_cancelled = true;
    m_control.reset();
  }

  Pipe& m_output;
  Fd& m_control;
  const Command& m_command;
  const OnOutput& m_on_output;
  std::vector<char> m_buffer = std::vector<char>(size_t{64} << 10);
  std::uint64_t m_bytes = 0;
  bool m_over_limit = false;
  bool m_cancelled = false;
};

Outcome outcome_of(const std::optional<SupervisorReport>& report, const Stream& stream) {
  Outcome out;
  out.output_bytes = stream.bytes();
  if (stream.over_limit()) {
    out.ended = Ended::output_limit;
  } else if (stream.cancelled()) {
    out.ended = Ended::cancelled;
  } else if (!report) {
    out.ended = Ended::signalled;  // something killed the supervisor
    out.signal = SIGKILL;
  } else if (report->start_errno != 0) {
    out.ended = Ended::could_not_start;
    out.start_error = std::strerror(report->start_errno);
  } else if (report->timed_out) {
    out.ended = Ended::timed_out;
    out.signal = WIFSIGNALED(report->wait_status) ? WTERMSIG(report->wait_status) : SIGKILL;
  } else if (WIFSIGNALED(report->wait_status)) {
    out.ended = Ended::signalled;
    out.signal = WTERMSIG(report->wait_status);
  } else {
    out.exit_code = WEXITSTATUS(report->wait_status);
  }
  return out;
}

}  // namespace

Result<Outcome> run(const Command& command, const OnOutput& on_output) {
  const auto start = Clock::now();
  TRY_ASSIGN(auto output, make_pipe());
  TRY_ASSIGN(auto status, make_pipe());
  TRY_ASSIGN(auto control, make_pipe());

  // All that the children need is made here: after fork only system calls are allowed.
  auto argv = command.argv;
  auto environment = environment_with(command.environment_changes);
  const auto argv_pointers = pointers(argv);
  const auto environment_pointers = pointers(environment);
  const std::string stdin_file = command.stdin_file.empty() ? "/dev/null" : command.stdin_file;
  SupervisorOrders orders;
  orders.argv = argv_pointers.data();
  orders.environment = environment_pointers.data();
  orders.folder = command.folder.empty() ? nullptr : command.folder.c_str();
  orders.stdin_file = stdin_file.c_str();
  orders.stdout_file = command.stdout_file.empty() ? nullptr : command.stdout_file.c_str();
  orders.output_fd = output.write_end.get();
  orders.status_fd = status.write_end.get();
  orders.control_fd = control.read_end.get();
  orders.timeout_ms = to_ms(command.timeout);
  orders.grace_ms = to_ms(command.grace);
  orders.unwanted_fds[0] = output.read_end.get();
  orders.unwanted_fds[1] = status.read_end.get();
  orders.unwanted_fds[2] = control.write_end.get();

  auto& all = supervisors();
  const pid_t supervisor = ::fork();
  if (supervisor < 0) return unavailable(cat("cannot start a process: ", std::strerror(errno)));
  if (supervisor == 0) supervise(orders);
  all.add(supervisor);

  output.write_end.reset();
  status.write_end.reset();
  control.read_end.reset();
  Stream stream(output, control.write_end, command, on_output);
  const auto report = stream.follow(status.read_end);
  control.write_end.reset();
  while (::waitpid(supervisor, nullptr, 0) < 0 && errno == EINTR) {
  }
  all.remove(supervisor, !report);
  Outcome out = outcome_of(report, stream);
  out.duration = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
  return out;
}

Result<Captured> capture(const Command& command, std::uint64_t limit) {
  Captured captured;
  Command limited = command;
  limited.output_limit = limit;
  TRY_ASSIGN(captured.outcome, run(limited, [&](std::string_view chunk) { captured.output.append(chunk); }));
  return captured;
}

std::string signal_name(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name != nullptr ? cat("SIG", name) : cat("SIG", signal);
}

void cancel_on_signals() {
  struct sigaction action {};
  action.sa_handler = note_cancel;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

int cancelled_by() { return g_cancel_signal.load(); }

}  // namespace assay::os
