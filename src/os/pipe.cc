#include "os/pipe.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include "base/text.h"

namespace assay::os {

Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return unavailable(cat("cannot make a pipe: ", std::strerror(errno)));
  return Pipe{Fd(ends[0]), Fd(ends[1])};
}

}  // namespace assay::os
