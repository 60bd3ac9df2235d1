// What the buffers of sockets in our network namespace take. Internal to os.
#pragma once

#include <cstdint>
#include <span>

namespace assay::os {

// The most that the buffers of one socket can hold.
std::uint64_t socket_capacity();

// Bytes in the buffers of all sockets of the namespace, those included that wait to be accepted or received.
// Only system calls, and socket_capacity() was called before.
std::uint64_t all_socket_buffers();
// Of those with one of these inode numbers (sorted) only.
std::uint64_t socket_buffers_of(std::span<const std::uint64_t> inodes);

}  // namespace assay::os
