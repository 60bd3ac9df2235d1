// How we talk to the launcher, the first process inside a bubblewrap sandbox. Internal to os.
//
// Bubblewrap tells neither the signal that ended a command from an exit status nor a missing
// program from one that failed, and sets no limits. So it runs a launcher of ours as process 1: it
// confines itself (os/sandbox/confine.h), starts the command, watches over it as a supervisor would
// (os/process/watch.h) and reports once nothing of it is left.
//
// The launcher serves one command, or stands and serves one after the other (os/process/standing_sandbox.h).
#pragma once

#include <cstdint>

namespace assay::os {

// The options, in a file in memory: this, then `arguments` and `variables` strings, each closed by a NUL.
struct LaunchOptions {
  std::uint64_t processes = 0;
  std::uint64_t file_size = 0;
  std::uint64_t open_files = 0;
  std::int32_t sockets = 0;
  std::uint32_t arguments = 0;
  std::uint32_t variables = 0;
  std::uint32_t own_network = 0;  // 1: the sandbox shares it with nobody
  std::uint64_t timeout_ms = 0;
  std::uint64_t grace_ms = 0;
};

// What a launcher for one command is given besides input, output and errors, as arguments: three numbers. It
// answers with a SupervisorReport on `status` when nothing of the command is left.
enum LaunchArgument { launch_program, launch_options_at, launch_status_at, launch_control_at, k_launch_arguments };

// A standing launcher has one argument, a socket. A message there is a request with these descriptors, answered
// in the same way.
enum LaunchDescriptor {
  launch_options,
  launch_input,
  launch_output,
  launch_status,
  launch_control,
  k_launch_descriptors
};

// A descriptor of the launcher's program, to be run by way of /proc/self/fd; -1 with errno.
int launcher_program();

}  // namespace assay::os
