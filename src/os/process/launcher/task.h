// What the launcher is told to run.
#pragma once

#include "os/process/launch.h"

namespace assay::os {

// The launch options with their strings told apart.
struct LaunchTask {
  const LaunchOptions* options = nullptr;
  char** argv = nullptr;
  char** environment = nullptr;
  void* memory = nullptr;  // all of it
  unsigned long size = 0;
};

bool read_task(int fd, LaunchTask& task);
void forget_task(LaunchTask& task);

// Confines this process, and with it every command that it starts from now on; 0 or an errno.
int confine_for(const LaunchTask& task);

// Turns this process into the command, found along the PATH of the command's own environment. Returns only
// when it cannot, with errno.
void become_program(const LaunchTask& task);

}  // namespace assay::os
