// One command, run by the launcher.
#pragma once

#include "os/process/launcher/task.h"
#include "os/process/supervisor.h"

namespace assay::os {

// Descriptors of ours.
struct LaunchRequest {
  int options = -1;
  int input = 0;
  int output = 1;
  int errors = 2;
  int status = -1;
  int control = -1;
};

// Starts the command and watches until nothing but us is left; `output` and `errors` are closed by then.
// REQUIRES: this process is confined, and hears of its children (os/process/watch.h).
SupervisorReport run(const LaunchRequest& request, const LaunchTask& task);

SupervisorReport could_not(StartStep step, int error);
void send_report(int status_fd, const SupervisorReport& report);

}  // namespace assay::os
