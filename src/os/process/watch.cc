#include "os/process/watch.h"

#include <cerrno>

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
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

int g_children = -1;

}  // namespace

bool hear_of_children() {
  sigset_t children;
  ::sigemptyset(&children);
  ::sigaddset(&children, SIGCHLD);
  if (::sigprocmask(SIG_BLOCK, &children, nullptr) != 0) return false;
  g_children = ::signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
  return g_children >= 0;
}

SupervisorReport Watch::run() {
  SupervisorReport report;
  std::uint64_t deadline = now_ms() + m_terms.timeout_ms;
  bool ending = false;
  for (;;) {
    if (reap(report.wait_status)) break;
    const std::uint64_t now = now_ms();
    if (m_kill_now) break;
    if (now >= deadline) {
      if (ending) break;
      ending = true;
      report.timed_out = !m_dismissed;
      m_processes.ask_to_end();
      deadline = now + m_terms.grace_ms;
    }
    wait_until(deadline);
    if (m_dismissed && !ending) deadline = now_ms();
  }
  m_processes.kill_all();
  reap(report.wait_status);
  return report;
}

bool Watch::reap(int& wait_status) {
  int status = 0;
  for (pid_t pid = ::waitpid(-1, &status, WNOHANG); pid > 0; pid = ::waitpid(-1, &status, WNOHANG)) {
    if (pid != m_command) continue;
    wait_status = status;
    m_ended = true;
  }
  return m_ended;
}

void Watch::wait_until(std::uint64_t deadline) {
  const std::uint64_t now = now_ms();
  const std::uint64_t left = deadline > now ? deadline - now : 0;
  pollfd fds[2] = {{g_children, POLLIN, 0}, {m_closed ? -1 : m_terms.control_fd, POLLIN, 0}};
  ::poll(fds, 2, static_cast<int>(left > 60'000 ? 60'000 : left));
  char byte = 0;
  if (fds[1].revents != 0) {
    m_dismissed = true;
    if (::read(m_terms.control_fd, &byte, 1) == 1)
      m_kill_now = true;
    else
      m_closed = true;
  }
  signalfd_siginfo heard;
  while (::read(g_children, &heard, sizeof heard) > 0) {
  }
}

}  // namespace assay::os
