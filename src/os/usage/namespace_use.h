// What the kernel keeps for the namespaces of a sandbox, whoever in it asked for it. Internal to os.
//
// A segment of shared memory that nobody has attached, a message that nobody has read and a connection that nobody has
// accepted belong to no process: only their namespace knows of them.
#pragma once

#include <cstdint>
#include <optional>

namespace assay::os {

struct NamespaceUse {
  std::uint64_t shared = 0;  // bytes of System V shared memory in use
  std::uint64_t kernel = 0;  // bytes of messages and semaphores, and in the buffers of sockets
  bool has_sockets = false;  // those are counted: the network is not the machine's
};

// Of those that the process lives in and we do not. Nothing when there are none, or when they cannot be entered.
// Starts a process.
std::optional<NamespaceUse> namespace_use(long pid);

}  // namespace assay::os
