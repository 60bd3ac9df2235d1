#include "os/cancel_token.h"

#include <atomic>
#include <cerrno>
#include <cstdint>

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace assay::os {

namespace {

std::atomic<int> g_cancel_signal{0};
std::atomic<int> g_signal_event{-1};

void ring(int fd) {
  const std::uint64_t one = 1;
  const ssize_t ignored = ::write(fd, &one, sizeof one);
  (void)ignored;
}

void note_cancel(int signal) {
  const int saved = errno;
  g_cancel_signal.store(signal);
  ring(g_signal_event.load());
  errno = saved;
}

}  // namespace

CancelToken::CancelToken() : m_event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void CancelToken::cancel() const { ring(m_event.get()); }

bool CancelToken::is_cancelled() const {
  pollfd fd{m_event.get(), POLLIN, 0};
  return ::poll(&fd, 1, 0) == 1;
}

void allow_cancelling() {
  if (g_signal_event.load() < 0) g_signal_event.store(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
}

void cancel_commands(int signal) { note_cancel(signal); }

void cancel_on_signals() {
  allow_cancelling();
  struct sigaction action {};
  action.sa_handler = note_cancel;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

int cancelled_by() { return g_cancel_signal.load(); }

int signal_wake_fd() { return g_signal_event.load(); }

}  // namespace assay::os
