// The pieces that processes cut their address space into. Each is some hundred bytes of the kernel's memory, and no
// page needs to be in it. Internal to os.
#pragma once

#include <cstdint>
#include <vector>

namespace assay::os {

// Bytes that the kernel keeps for those of `processes`, at most about `enough`: counting takes as long as there are
// pieces. A process that cannot be looked into counts nothing.
std::uint64_t mapped_areas(const std::vector<long>& processes, std::uint64_t enough);

}  // namespace assay::os
