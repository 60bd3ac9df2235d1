// Looks now and then at what a command uses, and says when it is too much. Internal to os.
//
// Limits of the kernel hold for one process or one user; a check is a tree of processes. Control
// groups would count the tree, but are rarely ours to make; so we look ourselves, every tenth of a
// second. What can grow between two looks is bounded by the speed of the machine.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "os/process.h"
#include "os/sandbox.h"

namespace assay::os {

class LimitsWatch {
 public:
  // `folders`: where the command may write.
  LimitsWatch(const SandboxLimits& limits, std::vector<std::string> folders);

  // The limit that the descendants of `supervisor` have passed, if any.
  std::optional<Ended> look(long supervisor);
  std::chrono::milliseconds until_next() const;
  // Whether the kernel has ended a process of this machine for want of memory since the first look.
  bool kernel_ran_out() const;

 private:
  struct Use {
    std::uint64_t bytes = 0;
    std::uint64_t files = 0;
  };
  struct Disk {
    std::string folder;
    Use before;  // of the whole file system
    Use allowed;
  };
  static Use used_on(const std::string& folder, Use* left = nullptr);
  bool fills(Disk& disk);
  Use written_in(const std::string& folder, const Use& enough) const;

  SandboxLimits m_limits;
  std::vector<Disk> m_disks;
  std::uint64_t m_machine_memory = 0;
  std::int64_t m_started = 0;  // seconds, real time: what files say
  std::uint64_t m_kernel_kills = 0;
  unsigned m_looks = 0;
};

}  // namespace assay::os
