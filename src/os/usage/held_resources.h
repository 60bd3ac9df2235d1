// What processes hold besides pages of their own: files without a name, sockets, pipes. Internal to os.
#pragma once

#include <cstdint>
#include <vector>

namespace assay::os {

struct HeldResources {
  std::uint64_t memory_files = 0;      // bytes of files without a name in memory (memfd, tmpfs), each counted once
  std::uint64_t disk_files = 0;        // and on disks: deleted and still open
  std::vector<std::uint64_t> sockets;  // inode numbers, sorted
  std::uint64_t pipes = 0;
  std::uint64_t descriptors = 0;
  bool complete = true;  // false: a process could not be looked into, or there was too much to look at

  std::uint64_t kernel_bytes() const;  // that it keeps for pipes and descriptors
};

// `processes`: as os/usage/process_tree.h lists them.
HeldResources held_by(const std::vector<long>& processes);

// Whether these can hold files or buffers that held_by does not see: descriptors on their way through a socket,
// files that are only mapped, processes that cannot be looked into.
enum class Hidden { in_memory, on_disk };
bool can_hide(const std::vector<long>& processes, const HeldResources& held, Hidden where);

}  // namespace assay::os
