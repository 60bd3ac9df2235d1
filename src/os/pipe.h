// Both ends of a pipe. Internal to os.
#pragma once

#include "base/result.h"
#include "os/files.h"

namespace assay::os {

struct Pipe {
  Fd read_end, write_end;
};

Result<Pipe> make_pipe();  // closed in programs that are run

}  // namespace assay::os
