#include <cerrno>
#include <string>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "os/files.h"
#include "os/process/launch.h"
#include "os/usage/held_resources.h"

extern "C" {
extern const char assay_launcher_begin[];  // NOLINT(readability-identifier-naming)
extern const char assay_launcher_end[];    // NOLINT(readability-identifier-naming)
}

namespace assay::os {

namespace {

constexpr unsigned k_may_be_run = 0x10;  // MFD_EXEC, asked for since Linux 6.3

Fd make_program() {
  Fd file(::memfd_create(k_launcher_program, MFD_CLOEXEC | k_may_be_run));
  if (!file.is_open() && errno == EINVAL) file = Fd(::memfd_create(k_launcher_program, MFD_CLOEXEC));
  if (!file.is_open()) return file;
  const std::string_view image(assay_launcher_begin, static_cast<size_t>(assay_launcher_end - assay_launcher_begin));
  if (!write_all(file.get(), image, "the launcher")) file.reset();
  return file;
}

}  // namespace

int launcher_program() {
  // Opened for reading only: a file that anybody has open for writing cannot be run.
  static const Fd program = [] {
    const Fd writable = make_program();
    if (!writable.is_open()) return Fd();
    const std::string path = "/proc/self/fd/" + std::to_string(writable.get());
    return Fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  }();
  return program.get();
}

}  // namespace assay::os
