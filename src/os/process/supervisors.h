// The supervisor processes at work for us. Internal to os; any thread.
#pragma once

#include <sys/types.h>

#include "base/result.h"
#include "os/process/command_start.h"
#include "os/process/supervisor.h"

namespace assay::os {

Result<pid_t> start_supervisor(const SupervisorOptions& options);

// One that is watched over in its own sandbox: bubblewrap takes the place of a supervisor.
StartedCommand start_unsupervised(const SupervisorOptions& options);

enum class Reported { all, nothing };
// Waits until it is gone; its wait status. Reported::nothing: it has not reported. When it was killed before it
// could, what it watched over is ours now and is ended.
int await_supervisor(pid_t supervisor, Reported reported);

}  // namespace assay::os
