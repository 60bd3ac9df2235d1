// The process between us and a command; see process.h. Internal to os.
#pragma once

#include <cstdint>

namespace assay::os {

// Everything prepared before fork: the supervisor and the command may make only system calls,
// because other threads of ours may have held any lock at the moment of the fork.
struct SupervisorOrders {
  char* const* argv = nullptr;
  char* const* environment = nullptr;
  const char* folder = nullptr;
  const char* stdin_file = nullptr;
  const char* stdout_file = nullptr;
  int output_fd = -1;
  int status_fd = -1;
  int control_fd = -1;  // readable (closed by us) means: end it now
  std::uint64_t timeout_ms = 0;
  std::uint64_t grace_ms = 0;
  int unwanted_fds[3] = {-1, -1, -1};
};

// What it sends back through status_fd, once, when every descendant is dead.
struct SupervisorReport {
  int wait_status = 0;
  int start_errno = 0;
  bool timed_out = false;
};

[[noreturn]] void supervise(const SupervisorOrders& orders);

// Kills every descendant of ours except the `count` processes in `keep` and what is below them: what
// a supervisor left behind that was itself killed. REQUIRES: we are a child subreaper.
void kill_strays(const int* keep, unsigned long count);

}  // namespace assay::os
