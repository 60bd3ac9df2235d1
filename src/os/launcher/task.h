// What the launcher is told to run.
#pragma once

#include "os/launch.h"

namespace assay::os {

// The orders with their strings told apart.
struct LaunchTask {
  const LaunchOrders* orders = nullptr;
  char** argv = nullptr;
  char** environment = nullptr;
  void* memory = nullptr;  // all of it
  unsigned long size = 0;
};

bool read_task(int fd, LaunchTask& task);
void forget_task(LaunchTask& task);

// Confines this process and turns it into the command. Returns only when it cannot: the stage that failed,
// with errno.
LaunchStage try_to_become(const LaunchTask& task);

}  // namespace assay::os
