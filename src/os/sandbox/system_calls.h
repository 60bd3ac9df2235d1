// Which system calls a confined command may make (seccomp). Internal to os; as confine.h, only system calls itself.
#pragma once

#include "os/sandbox/confine.h"

namespace assay::os {

// Holds this process to them, for good. 0, or the errno of what was refused.
int filter_system_calls(Sockets sockets);

}  // namespace assay::os
