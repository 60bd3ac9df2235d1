// Memory hides in many places: pages of processes are the least of it. A file in memory (memfd, shared anonymous
// pages, System V) may be mapped by nobody; buffers of sockets and pipes, page tables, messages and semaphores are the
// kernel's, and so are the pieces of an address space; a descriptor may be on its way through a socket and belong to no
// process.
//
// So a look begins with the whole machine: by how much have files in memory, the kernel's share and swap grown since
// they were least? What others write into file systems in memory (/dev/shm, /run) does not count, where the command
// cannot write there. When the rest and the pages of our processes are within the limit, nothing of ours can be beyond
// it, and the look is over: one file is read besides those of the processes. Else, and now and then, what our processes
// and their namespaces hold is counted. Of what has grown and is not found with them, files in memory were somebody
// else's, unless our processes have a place to hide them (os/usage/held_resources.h).
//
// Then nobody can tell whose they are while both run. Charging the command was wrong whenever a neighbour filled memory
// beside it; letting it run would be a way around the limit. So the command is ended, and what comes back with its end
// was its own. If too little does, it was somebody else, and the machine is to blame. The kernel's share is counted by
// what is left over and goes up and down by itself (lists of free pages), so it counts only beyond that.
#include "os/usage/memory_watch.h"

#include <algorithm>
#include <thread>

#include "os/usage/held_resources.h"
#include "os/usage/mapped_areas.h"
#include "os/usage/namespace_use.h"
#include "os/usage/socket_buffers.h"

namespace assay::os {

namespace {

constexpr unsigned k_thorough_every = 16;  // looks; growth may be masked by others who give memory back
constexpr std::uint64_t k_noise = std::uint64_t{256} << 20;
constexpr std::uint64_t k_task = 24 << 10;  // a stack and what else the kernel keeps for a thread
constexpr std::uint64_t k_full = 50;        // the machine is full when less than this part of it is left
// Of the limit, that must have come back: others go on while the command ends.
constexpr std::uint64_t k_returned_percent = 90;
constexpr std::chrono::milliseconds k_pause{20};

std::uint64_t beyond(std::uint64_t value, std::uint64_t known) { return value > known ? value - known : 0; }

// Asked from behind: processes in the sandbox come last.
NamespaceUse namespaces_of(const std::vector<long>& processes) {
  constexpr int tries = 3;
  int tried = 0;
  for (auto at = processes.rbegin(); at != processes.rend() && tried < tries; ++at, ++tried) {
    if (const auto use = namespace_use(*at)) return *use;
  }
  return {};
}

}  // namespace

MemoryWatch::Growth MemoryWatch::growth_since_least(const MachineMemory& now) {
  m_least.shared = std::min(m_least.shared, now.shared);
  m_least.kernel = std::min(m_least.kernel, now.kernel);
  m_least.swapped = std::min(m_least.swapped, now.swapped);
  return {now.shared - m_least.shared, now.kernel - m_least.kernel, now.swapped - m_least.swapped};
}

MachineMemory MemoryWatch::machine() const {
  auto now = machine_memory();
  now.shared = beyond(now.shared, m_others.used());
  return now;
}

MemoryWatch::Finding MemoryWatch::look(const TreeUse& use) {
  // Not before the first look: most commands are over by then.
  if (m_looks == 0 && m_writable) m_others = MemoryFileSystems::without(*m_writable);
  const auto now = machine();
  if (now.total == 0) return Finding::within;
  if (m_looks == 0) m_least = now;
  if (m_limit == 0) m_limit = now.total / 4 * 3;
  const auto growth = growth_since_least(now);
  m_most = use.memory + growth.sum();
  const bool thorough = ++m_looks % k_thorough_every == 0;
  const bool full = m_most > now.total / k_full && now.available < now.total / k_full;
  if (m_most <= m_limit && !thorough && !full) return Finding::within;
  const auto found = examine(use, now, growth, thorough ? Namespaces::asked : Namespaces::asked_when_grown);
  return full && found == Finding::within ? Finding::unclear : found;
}

MemoryWatch::Finding MemoryWatch::examine(const TreeUse& use, const MachineMemory& now, const Growth& growth,
                                          Namespaces asked) {
  const auto status = status_of(use.processes);
  const auto held = held_by(use.processes);
  const bool more = asked == Namespaces::asked || growth.shared + growth.kernel > m_limit / 4;
  const auto namespaces = more ? namespaces_of(use.processes) : NamespaceUse();
  auto kernel = status.page_tables + held.kernel_bytes() + use.tasks * k_task + namespaces.kernel;
  if (more && !namespaces.has_sockets && !held.sockets.empty()) kernel += socket_buffers_of(held.sockets);
  // Slow to count, so it is done when the kernel's share has grown and is not found otherwise, and now and then.
  const auto unknown = asked == Namespaces::asked ? m_limit : beyond(growth.kernel, kernel);
  if (unknown > m_limit / 4) kernel += std::min(unknown, mapped_areas(use.processes, unknown));
  MappedMemory mapped{use.memory + status.swapped, status.shared};
  std::uint64_t files = held.memory_files + namespaces.shared;
  const auto shared = [&] { return std::max(mapped.shared, files); };
  const auto sum = [&] { return mapped.own + shared() + kernel; };
  // Pages shared after a fork were counted for each; the slow count is exact.
  if (sum() > m_limit) mapped = proportional_memory(use.processes);
  if (sum() > m_limit) return Finding::beyond;
  const auto unexplained_kernel = beyond(growth.kernel, kernel + k_noise);
  const auto unexplained = [&] { return beyond(growth.shared, shared()) + unexplained_kernel; };
  m_doubt = {mapped.own, shared(), kernel, unexplained_kernel > 0, now};
  if (sum() + unexplained() <= m_limit) return Finding::within;
  const auto hidden = hidden_files(use.processes, held, FileStore::memory);
  files += hidden.mapped;
  if (sum() > m_limit) return Finding::beyond;
  m_doubt.shared = shared();
  return hidden.more && sum() + unexplained() > m_limit ? Finding::unclear : Finding::within;
}

bool MemoryWatch::returned_to_machine(std::chrono::milliseconds patience) const {
  const auto came_back = [&] {
    const auto now = machine();
    const auto shared = std::max(m_doubt.shared, beyond(m_doubt.machine.shared, now.shared));
    const auto kernel = m_doubt.kernel_is_unexplained
                            ? std::max(m_doubt.kernel, beyond(m_doubt.machine.kernel, now.kernel))
                            : m_doubt.kernel;
    return m_doubt.own + shared + kernel > m_limit / 100 * k_returned_percent;
  };
  for (std::chrono::milliseconds waited(0); waited < patience; waited += k_pause) {
    if (came_back()) return true;
    std::this_thread::sleep_for(k_pause);
  }
  return came_back();
}

}  // namespace assay::os
