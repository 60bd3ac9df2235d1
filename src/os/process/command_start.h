// Turns a new process into the command that the options describe. Internal to os.
#pragma once

#include <sys/types.h>

#include "os/process/supervisor.h"

namespace assay::os {

struct StartedCommand {
  pid_t pid = -1;                    // -1: it could not start
  StartStep step = StartStep::none;  // what failed then
  int error = 0;
};

// Only system calls: the supervisor, a forked child of a program with threads, calls it as well. In the parent
// nothing is closed.
StartedCommand start_command(const SupervisorOptions& options);

}  // namespace assay::os
