// How the memory of the whole machine is used, as the kernel tells it. Internal to os.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay::os {

// Bytes.
struct MachineMemory {
  std::uint64_t total = 0;
  std::uint64_t available = 0;
  std::uint64_t shared = 0;   // files in memory: memfd, tmpfs, System V, shared anonymous pages
  std::uint64_t kernel = 0;   // the kernel's own, that it cannot take back: buffers of sockets and pipes, page tables
  std::uint64_t swapped = 0;  // moved to swap
};

// All zero when it cannot be read.
MachineMemory machine_memory();
// As /proc/meminfo has it.
MachineMemory machine_memory_in(std::string_view meminfo);

}  // namespace assay::os
