#include "os/usage/mapped_areas.h"

#include <algorithm>
#include <string>

#include <fcntl.h>
#include <unistd.h>

namespace assay::os {

namespace {

// A vm_area_struct of Linux 6 and its part of the tree that they are kept in.
constexpr std::uint64_t k_area = 224;

std::uint64_t areas_of(long pid, std::uint64_t enough) {
  const int fd = ::open(("/proc/" + std::to_string(pid) + "/maps").c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  std::uint64_t bytes = 0;
  char buffer[16384];
  ssize_t got = 0;
  while (bytes < enough && (got = ::read(fd, buffer, sizeof buffer)) > 0)
    bytes += k_area * static_cast<std::uint64_t>(std::count(buffer, buffer + got, '\n'));
  ::close(fd);
  return bytes;
}

}  // namespace

std::uint64_t mapped_areas(const std::vector<long>& processes, std::uint64_t enough) {
  std::uint64_t bytes = 0;
  for (const long pid : processes) {
    if (bytes >= enough) break;
    bytes += areas_of(pid, enough - bytes);
  }
  return bytes;
}

}  // namespace assay::os
