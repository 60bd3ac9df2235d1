#include "os/process/follow.h"

#include <algorithm>
#include <array>
#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

namespace assay::os {

namespace {

using std::chrono::milliseconds;

constexpr size_t k_first_errors = 1'000;
constexpr milliseconds k_last_patience{60'000};
constexpr milliseconds k_longest = std::chrono::hours(24 * 365);
constexpr milliseconds k_first_look{20};  // most commands are over by then and cost no look

int until(std::chrono::steady_clock::time_point next) {
  const auto left = std::chrono::ceil<milliseconds>(next - std::chrono::steady_clock::now());
  return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

}  // namespace

Follow::Follow(const Command& command, OutputKeeper& output, Ends& ends, LimitsWatch* watch, pid_t supervisor)
    : m_command(command),
      m_output(output),
      m_ends(ends),
      m_watch(watch),
      m_supervisor(supervisor),
      m_began(Clock::now()),
      m_last_output(m_began),
      m_next_look(m_began + k_first_look),
      m_over_by(m_began + std::min<milliseconds>(command.timeout, k_longest) + 3 * command.grace + k_last_patience) {}

std::optional<SupervisorReport> Follow::until_over() {
  SupervisorReport report;
  size_t got = 0;
  while (got < sizeof report) {
    std::array<pollfd, 6> fds = {pollfd{m_ends.status.get(), POLLIN, 0},
                                 pollfd{m_ends.output.get(), POLLIN, 0},
                                 pollfd{leaving() ? -1 : signal_wake_fd(), POLLIN, 0},
                                 pollfd{leaving() ? -1 : token_fd(), POLLIN, 0},
                                 pollfd{m_ends.errors.get(), POLLIN, 0},
                                 pollfd{m_ends.input.wants_to_write() ? m_ends.input.fd() : -1, POLLOUT, 0}};
    const int ready = ::poll(fds.data(), fds.size(), poll_timeout());
    if (!m_ending) decide(fds[2].revents != 0 || fds[3].revents != 0);
    kill_if_overdue();
    // It cannot be waited for any more (our limits were lowered, say): the closed pipe ends everything.
    if (ready < 0 && errno != EINTR) return std::nullopt;
    if (ready <= 0) continue;
    if (fds[1].revents != 0) take();
    if (fds[4].revents != 0) take_errors();
    if (fds[5].revents != 0) m_ends.input.write();
    if (fds[0].revents == 0) continue;
    const ssize_t n = ::read(m_ends.status.get(), reinterpret_cast<char*>(&report) + got, sizeof report - got);
    if (n == 0) return std::nullopt;
    if (n > 0) got += static_cast<size_t>(n);
  }
  take_rest();
  return report;
}

std::optional<Ended> Follow::reason() const {
  return leaving() && !m_dismissed ? std::optional(m_reason) : std::nullopt;
}

int Follow::poll_timeout() const {
  if (m_ending) return 60'000;
  if (m_leave_by) return until(*m_leave_by);
  if (m_ends.input.dismissed() || m_ends.input.stopped()) return 0;
  auto next = Clock::now() + std::chrono::seconds(60);
  if (m_command.idle_timeout.count() > 0) next = std::min(next, m_last_output + m_command.idle_timeout);
  if (watches_time()) next = std::min(next, m_began + m_command.timeout);
  if (m_watch != nullptr) next = std::min(next, m_next_look);
  return until(next);
}

void Follow::decide(bool woken) {
  const auto now = Clock::now();
  if (m_leave_by) {
    if (now >= *m_leave_by) end_as(m_reason);
    return;
  }
  if (woken || cancelled_by() != 0 || m_ends.input.stopped()) return leave_as(Ended::cancelled);
  if (!m_output.written()) return end_as(Ended::output_limit);
  if (m_ends.input.dismissed()) {
    m_dismissed = true;
    m_leave_by = now + m_command.grace;
    return;
  }
  const auto idle = m_command.idle_timeout;
  if (idle.count() > 0 && now - m_last_output >= idle) return leave_as(Ended::idle);
  if (watches_time() && now - m_began >= m_command.timeout) return leave_as(Ended::timed_out);
  if (m_watch == nullptr || now < m_next_look) return;
  if (const auto passed = m_watch->check_limits(m_supervisor)) return kill_as(*passed);
  m_next_look = Clock::now() + m_watch->until_next();
}

void Follow::leave_as(Ended reason) {
  if (!m_ends.input.has_farewell()) return end_as(reason);
  m_reason = reason;
  m_leave_by = Clock::now() + m_command.grace;
  m_ends.input.say_farewell();
}

void Follow::end_as(Ended reason) {
  m_reason = reason;
  m_ending = true;
  m_over_by = std::min(m_over_by, Clock::now() + m_command.grace + k_last_patience);
  m_ends.control.reset();
}

void Follow::kill_if_overdue() {
  if (Clock::now() < m_over_by || m_supervisor <= 0) return;
  ::kill(m_supervisor, SIGKILL);
  m_over_by = Clock::time_point::max();
}

void Follow::kill_as(Ended reason) {
  const ssize_t ignored = ::write(m_ends.control.get(), "k", 1);
  (void)ignored;
  m_reason = reason;
  m_ending = true;
}

void Follow::take() {
  m_last_output = Clock::now();
  if (m_reason == Ended::output_limit) return m_output.discard_from(m_ends.output.get());
  if (m_output.take_from(m_ends.output.get()) == ReadState::end) return m_ends.output.reset();
  hold_to_limit();
}

void Follow::take_errors() {
  m_last_output = Clock::now();
  std::array<char, 16 << 10> buffer;
  const ssize_t n = ::read(m_ends.errors.get(), buffer.data(), buffer.size());
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (n <= 0) return m_ends.errors.reset();
  m_error_bytes += static_cast<std::uint64_t>(n);
  const std::string_view chunk(buffer.data(), static_cast<size_t>(n));
  if (m_first_errors.size() < k_first_errors) m_first_errors += chunk.substr(0, k_first_errors - m_first_errors.size());
  if (m_reason != Ended::output_limit) m_command.on_errors(chunk);
  hold_to_limit();
}

void Follow::hold_to_limit() {
  if (m_output.bytes() + m_error_bytes > m_command.output_limit && !m_ending) end_as(Ended::output_limit);
}

// Nobody writes any more; what lies in the pipes is all that is left.
void Follow::take_rest() {
  if (m_ends.errors.is_open()) {
    ::fcntl(m_ends.errors.get(), F_SETFL, O_NONBLOCK);
    for (auto before = m_error_bytes + 1; m_ends.errors.is_open() && before != m_error_bytes;) {
      before = m_error_bytes;
      take_errors();
    }
  }
  if (!m_ends.output.is_open()) return;
  ::fcntl(m_ends.output.get(), F_SETFL, O_NONBLOCK);
  while (m_reason != Ended::output_limit && m_output.take_from(m_ends.output.get()) == ReadState::some) {
  }
}

}  // namespace assay::os
