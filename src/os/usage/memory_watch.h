// Whether the processes of a command use more memory than they may. Internal to os.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "os/usage/machine_memory.h"
#include "os/usage/memory_file_systems.h"
#include "os/usage/process_tree.h"

namespace assay::os {

class MemoryWatch {
 public:
  // `limit` 0: three quarters of the machine's. `writable`: the devices on which the command may write; nothing when it
  // may write everywhere. Memory of other file systems is never the command's.
  MemoryWatch(std::uint64_t limit, std::optional<std::vector<std::uint64_t>> writable)
      : m_limit(limit), m_writable(std::move(writable)) {}

  // `unclear`: the machine's memory has grown beyond the limit, or is used up, and it is not told whether by the
  // command, which can hold what nobody sees. It has to be ended, and returned_to_machine() tells then.
  enum class Finding { within, beyond, unclear };
  Finding look(const TreeUse& use);
  // After a look that was unclear, once all processes of the command have ended: whether so much memory came back with
  // their end that it was theirs. Waits `patience` at most: the kernel takes back some of it a little later.
  bool returned_to_machine(std::chrono::milliseconds patience) const;
  // What may still be used, by the last look's reckoning; it errs to the low side.
  std::uint64_t left() const { return m_limit - (m_most < m_limit ? m_most : m_limit); }

 private:
  struct Growth {
    std::uint64_t shared = 0;
    std::uint64_t kernel = 0;
    std::uint64_t swapped = 0;
    std::uint64_t sum() const { return shared + kernel + swapped; }
  };
  // What was known of the command, and how the machine was, at the look that was unclear.
  struct Doubt {
    std::uint64_t own = 0;
    std::uint64_t shared = 0;
    std::uint64_t kernel = 0;
    bool kernel_is_unexplained = false;
    MachineMemory machine;
  };
  enum class Namespaces { asked, asked_when_grown };
  MachineMemory machine() const;
  Growth growth_since_least(const MachineMemory& now);
  Finding examine(const TreeUse& use, const MachineMemory& now, const Growth& growth, Namespaces asked);

  std::uint64_t m_limit;
  std::optional<std::vector<std::uint64_t>> m_writable;
  MemoryFileSystems m_others;  // in which the command cannot write
  MachineMemory m_least;
  Doubt m_doubt;
  std::uint64_t m_most = 0;  // that the command can use now
  unsigned m_looks = 0;
};

}  // namespace assay::os
