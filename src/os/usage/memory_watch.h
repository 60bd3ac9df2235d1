// Whether the processes of a command use more memory than they may. Internal to os.
#pragma once

#include <cstdint>

#include "os/usage/machine_memory.h"
#include "os/usage/process_tree.h"

namespace assay::os {

class MemoryWatch {
 public:
  explicit MemoryWatch(std::uint64_t limit) : m_limit(limit) {}  // 0: three quarters of the machine's

  bool exceeded(const TreeUse& use);
  // What may still be used, by the last look's reckoning; it errs to the low side.
  std::uint64_t left() const { return m_limit - (m_most < m_limit ? m_most : m_limit); }

 private:
  struct Growth {
    std::uint64_t shared = 0;
    std::uint64_t kernel = 0;
    std::uint64_t swapped = 0;
    std::uint64_t sum() const { return shared + kernel + swapped; }
  };
  Growth growth_since_least(const MachineMemory& now);
  enum class Namespaces { asked, asked_when_grown };
  bool examine(const TreeUse& use, const Growth& growth, Namespaces asked) const;

  std::uint64_t m_limit;
  MachineMemory m_least;
  std::uint64_t m_most = 0;  // that the command can use now
  unsigned m_looks = 0;
};

}  // namespace assay::os
