// The supervisor processes at work for us. Internal to os; any thread.
#pragma once

#include <sys/types.h>

#include "base/result.h"
#include "os/supervisor.h"

namespace assay::os {

Result<pid_t> start_supervisor(const SupervisorOrders& orders);

enum class Told { all, nothing };
// Waits until it is gone. Told::nothing: it was killed before it could report, so that what it watched
// over is ours now and is ended.
void await_supervisor(pid_t supervisor, Told told);

}  // namespace assay::os
