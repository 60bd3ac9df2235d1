// Killing a whole tree of processes.
//
// A process group misses whoever called setsid; following parents misses whoever double-forked.
// As child subreaper every orphan comes to us instead of init, so the tree below us is complete at
// any moment, and /proc/<pid>/task/<tid>/children lists it. To end it we stop what we see (so that
// nothing forks on), kill it, reap, and look again until there is nothing. Namespaces would do the
// same by one kill, but are refused on many machines; sandboxed checks use them as well.
#include "os/supervisor.h"

#include <cerrno>
#include <initializer_list>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace assay::os {

namespace {

std::uint64_t now_ms() {
  timespec t{};
  ::clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * 1000 + static_cast<std::uint64_t>(t.tv_nsec) / 1'000'000;
}

int g_child_pipe[2];

void on_child(int) {
  const int saved = errno;
  const ssize_t ignored = ::write(g_child_pipe[1], "c", 1);
  (void)ignored;
  errno = saved;
}

// "/proc/<pid>/task/<tid>/<leaf>" without the C++ library.
class ProcPath {
 public:
  ProcPath& add(const char* s) {
    while (*s != 0 && m_size + 1 < sizeof m_text) m_text[m_size++] = *s++;
    m_text[m_size] = 0;
    return *this;
  }
  ProcPath& add(long n) {
    char digits[24];
    size_t count = 0;
    do digits[count++] = static_cast<char>('0' + n % 10);
    while ((n /= 10) > 0);
    while (count > 0 && m_size + 1 < sizeof m_text) m_text[m_size++] = digits[--count];
    m_text[m_size] = 0;
    return *this;
  }
  const char* text() const { return m_text; }

 private:
  char m_text[96] = {};
  size_t m_size = 0;
};

// Calls on_number for each number in a file such as "12 13 14 ".
template <class OnNumber>
void numbers_in(const char* path, OnNumber on_number) {
  const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  char buffer[4096];
  long value = 0;
  bool inside = false;
  for (ssize_t n = ::read(fd, buffer, sizeof buffer); n > 0; n = ::read(fd, buffer, sizeof buffer)) {
    for (ssize_t i = 0; i < n; ++i) {
      if (buffer[i] >= '0' && buffer[i] <= '9') {
        value = value * 10 + (buffer[i] - '0');
        inside = true;
      } else if (inside) {
        on_number(value);
        value = 0;
        inside = false;
      }
    }
  }
  if (inside) on_number(value);
  ::close(fd);
}

// Calls on_child for each child of a process, whichever of its threads made it.
template <class OnChild>
void each_child(long pid, OnChild on_child) {
  ProcPath tasks;
  tasks.add("/proc/").add(pid).add("/task");
  const int dir = ::open(tasks.text(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (dir < 0) return;
  alignas(8) char entries[2048];
  for (;;) {
    const long n = ::syscall(SYS_getdents64, dir, entries, sizeof entries);
    if (n <= 0) break;
    for (long at = 0; at < n;) {
      const auto* record = reinterpret_cast<const unsigned char*>(entries + at);
      const auto length = static_cast<unsigned short>(record[16] | (record[17] << 8));
      const char* name = entries + at + 19;
      at += length;
      if (name[0] < '0' || name[0] > '9') continue;
      ProcPath children;
      children.add("/proc/").add(pid).add("/task/").add(name).add("/children");
      numbers_in(children.text(), on_child);
    }
  }
  ::close(dir);
}

// Which processes to leave alone, with all below them.
struct Keep {
  const int* pids = nullptr;
  unsigned long count = 0;
  bool holds(long pid) const {
    for (unsigned long i = 0; i < count; ++i) {
      if (pids[i] == pid) return true;
    }
    return false;
  }
};

// Sends `signal` to every descendant of pid; returns how many there were. Depth is bounded: a chain
// deeper than that is cut from the top, its rest is adopted by us and comes next.
int signal_tree(long pid, int signal, const Keep& keep = {}, int depth = 0) {
  if (depth > 64) return 0;
  int count = 0;
  each_child(pid, [&](long child) {
    if (keep.holds(child)) return;
    ++count;
    ::kill(static_cast<pid_t>(child), signal);
    count += signal_tree(child, signal, keep, depth + 1);
  });
  return count;
}

void reap_all_but(const Keep& keep) {
  if (keep.count == 0) {
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    return;
  }
  each_child(::getpid(), [&](long child) {
    if (!keep.holds(child)) ::waitpid(static_cast<pid_t>(child), nullptr, WNOHANG);
  });
}

void kill_tree(const Keep& keep = {}) {
  const long self = ::getpid();
  for (int round = 0; round < 10'000; ++round) {
    signal_tree(self, SIGSTOP, keep);
    const int left = signal_tree(self, SIGKILL, keep);
    reap_all_but(keep);
    if (left == 0) return;
    const timespec pause{0, 1'000'000};
    ::nanosleep(&pause, nullptr);
  }
}

[[noreturn]] void become_command(const SupervisorOrders& orders, int start_fd) {
  ::setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGPIPE, SIGQUIT}) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int in = ::open(orders.stdin_file, O_RDONLY);
  const int out = orders.stdout_file == nullptr
                      ? orders.output_fd
                      : ::open(orders.stdout_file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0644);
  const bool ready = in >= 0 && out >= 0 && ::dup2(in, 0) == 0 && ::dup2(out, 1) == 1 &&
                     ::dup2(orders.output_fd, 2) == 2 && (orders.folder == nullptr || ::chdir(orders.folder) == 0);
  if (ready) {
    if (in > 2) ::close(in);
    if (out > 2) ::close(out);
    ::execvpe(orders.argv[0], orders.argv, orders.environment);
  }
  const int error = errno;
  const ssize_t ignored = ::write(start_fd, &error, sizeof error);
  (void)ignored;
  ::_exit(127);
}

// Waits for the command, adopting and reaping whatever else dies. True when it ended by itself.
class Watch {
 public:
  Watch(const SupervisorOrders& orders, pid_t command) : m_orders(orders), m_command(command) {}

  SupervisorReport run() {
    SupervisorReport report;
    std::uint64_t deadline = now_ms() + m_orders.timeout_ms;
    bool ending = false;
    for (;;) {
      if (reap(report.wait_status)) break;
      const std::uint64_t now = now_ms();
      if (now >= deadline) {
        if (ending) break;
        ending = true;
        report.timed_out = !m_dismissed;
        signal_tree(::getpid(), SIGTERM);
        signal_tree(::getpid(), SIGCONT);
        deadline = now + m_orders.grace_ms;
      }
      wait_until(deadline);
      if (m_dismissed && !ending) deadline = now_ms();
    }
    kill_tree();
    reap(report.wait_status);
    return report;
  }

 private:
  bool reap(int& wait_status) {
    int status = 0;
    for (pid_t pid = ::waitpid(-1, &status, WNOHANG); pid > 0; pid = ::waitpid(-1, &status, WNOHANG)) {
      if (pid != m_command) continue;
      wait_status = status;
      m_ended = true;
    }
    return m_ended;
  }

  void wait_until(std::uint64_t deadline) {
    const std::uint64_t now = now_ms();
    const std::uint64_t left = deadline > now ? deadline - now : 0;
    pollfd fds[2] = {{g_child_pipe[0], POLLIN, 0}, {m_dismissed ? -1 : m_orders.control_fd, POLLIN, 0}};
    ::poll(fds, 2, static_cast<int>(left > 60'000 ? 60'000 : left));
    if (fds[1].revents != 0) m_dismissed = true;
    char sink[64];
    while (::read(g_child_pipe[0], sink, sizeof sink) > 0) {
    }
  }

  const SupervisorOrders& m_orders;
  pid_t m_command;
  bool m_ended = false;
  bool m_dismissed = false;
};

}  // namespace

void kill_strays(const int* keep, unsigned long count) { kill_tree({keep, count}); }

[[noreturn]] void supervise(const SupervisorOrders& orders) {
  ::setsid();
  for (const int fd : orders.unwanted_fds) ::close(fd);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  ::prctl(PR_SET_NAME, "assay-runner", 0, 0, 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(signal, SIG_IGN);
  SupervisorReport report;
  int start_pipe[2];
  if (::pipe2(g_child_pipe, O_CLOEXEC | O_NONBLOCK) != 0 || ::pipe2(start_pipe, O_CLOEXEC) != 0) {
    report.start_errno = errno;
  } else {
    struct sigaction action {};
    action.sa_handler = on_child;
    ::sigaction(SIGCHLD, &action, nullptr);
    const pid_t command = ::fork();
    if (command == 0) become_command(orders, start_pipe[1]);
    ::close(start_pipe[1]);
    ::close(orders.output_fd);
    if (command < 0) report.start_errno = errno;
    int error = 0;
    if (command > 0 && ::read(start_pipe[0], &error, sizeof error) == static_cast<ssize_t>(sizeof error)) {
      ::waitpid(command, nullptr, 0);
      report.start_errno = error;
    }
    if (report.start_errno == 0) report = Watch(orders, command).run();
  }
  const ssize_t ignored = ::write(orders.status_fd, &report, sizeof report);
  (void)ignored;
  ::_exit(0);
}

}  // namespace assay::os
