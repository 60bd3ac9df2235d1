// The process between us and a command; see process.h. Internal to os.
#pragma once

#include <cstdint>

#include <sys/types.h>

namespace assay::os {

struct Confinement;

// Everything prepared before fork: the supervisor and the command may make only system calls,
// because other threads of ours may have held any lock at the moment of the fork.
struct SupervisorOptions {
  const char* program = nullptr;  // the file to run
  char* const* argv = nullptr;
  char* const* environment = nullptr;
  const char* folder = nullptr;
  const char* stdin_file = nullptr;
  const char* stdout_file = nullptr;
  const char* stderr_file = nullptr;
  int input_fd = -1;  // instead of stdin_file
  int output_fd = -1;
  int errors_fd = -1;  // of stderr, when it comes apart
  int status_fd = -1;
  // A byte means: kill it now. Closed (by us, or because we died) means: end it, gently first.
  int control_fd = -1;
  // What lies in the output pipe when we are gone goes to the file; see OutputOptions::File::outlives_us.
  int rest_fd = -1;
  int rest_file_fd = -1;
  std::uint64_t timeout_ms = 0;
  std::uint64_t grace_ms = 0;
  int unwanted_fds[5] = {-1, -1, -1, -1, -1};

  // A sandbox of namespaces: `program` is bubblewrap, which runs our launcher (os/process/launch.h).
  int inherited_fds[5] = {-1, -1, -1, -1, -1};
  // A sandbox without namespaces: applied by the command to itself.
  const Confinement* confinement = nullptr;
  uid_t run_as = 0;  // 0: as we are
  gid_t run_as_group = 0;
  int group_fd = -1;  // the entry of a control group (os/sandbox/control_group.h)
};

enum class StartStep : int { none, pipes, fork, input, output, folder, user, confine, program, sandbox };

// What it sends back through status_fd, once, when every descendant is dead.
struct SupervisorReport {
  int wait_status = 0;
  StartStep start_step = StartStep::none;  // what failed, when it could not start
  int start_errno = 0;
  bool timed_out = false;
  bool spent = false;  // a standing sandbox: it is not as it was and serves no other command
};

[[noreturn]] void supervise(const SupervisorOptions& options);

}  // namespace assay::os
