// What processes hold besides pages of their own: files without a name, sockets, pipes. Internal to os.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace assay::os {

// The name of the launcher's program, a file in memory: see os/process/launch.h.
constexpr const char* k_launcher_program = "assay-launch";

using FileId = std::pair<std::uint64_t, std::uint64_t>;  // device, inode

struct HeldResources {
  std::uint64_t memory_files = 0;      // bytes of files without a name in memory (memfd, tmpfs), each counted once
  std::uint64_t disk_files = 0;        // and on disks: deleted and still open
  std::set<FileId> files;              // those of both kinds
  std::vector<std::uint64_t> sockets;  // inode numbers, sorted
  std::uint64_t pipes = 0;
  std::uint64_t descriptors = 0;
  bool complete = true;  // false: a process could not be looked into, or there was too much to look at

  std::uint64_t kernel_bytes() const;  // that it keeps for pipes and descriptors
};

// `processes`: as os/usage/process_tree.h lists them.
HeldResources held_by(const std::vector<long>& processes);

// Files that no descriptor of these processes shows.
enum class FileStore { memory, disk };
struct HiddenFiles {
  std::uint64_t mapped = 0;  // bytes of those that are only mapped, each counted once; the kernel tells root alone
  // There may be others: descriptors on their way through a socket, mapped files whose size is not told, processes that
  // cannot be looked into.
  bool more = false;
};
HiddenFiles hidden_files(const std::vector<long>& processes, const HeldResources& held, FileStore where);

}  // namespace assay::os
