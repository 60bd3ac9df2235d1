// How we talk to the launcher, the first process inside a bubblewrap sandbox. Internal to os.
//
// Bubblewrap tells neither the signal that ended a command from an exit status nor a missing
// program from one that failed, and sets no limits. So it runs a launcher of ours as process 1: it
// confines a child (os/confine.h), turns it into the command and reports what became of it.
//
// The launcher serves one command, or stands and serves one after the other (os/standing_sandbox.h).
#pragma once

#include <cstdint>

namespace assay::os {

// The orders, in a file in memory: this, then `arguments` and `variables` strings, each closed by a
// NUL. The launcher gets them and the pipe for reports as its arguments: two numbers.
struct LaunchOrders {
  std::uint64_t processes = 0;
  std::uint64_t file_size = 0;
  std::uint64_t open_files = 0;
  std::int32_t sockets = 0;
  std::uint32_t arguments = 0;
  std::uint32_t variables = 0;
  // When it stands: what a supervisor would be told.
  std::uint32_t own_network = 0;  // 1: not the network that the sandbox has
  std::uint64_t timeout_ms = 0;
  std::uint64_t grace_ms = 0;
};

// A standing launcher has one argument, a socket. A message there is a request with these descriptors; it
// answers with a SupervisorReport on `status` when nothing of the command is left.
enum LaunchDescriptor {
  launch_orders,
  launch_input,
  launch_output,
  launch_status,
  launch_control,
  k_launch_descriptors
};

enum class LaunchStage : std::int32_t { begun = 1, confine_failed, exec_failed, ended };

struct LaunchReport {
  LaunchStage stage = LaunchStage::begun;
  std::int32_t value = 0;  // an errno, or the wait status
};

// A descriptor of the launcher's program, to be run by way of /proc/self/fd; -1 with errno.
int launcher_program();

}  // namespace assay::os
