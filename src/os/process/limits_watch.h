// Looks now and then at what a command uses, and says when it is too much. Internal to os.
//
// Limits of the kernel hold for one process or one user; a check is a tree of processes. Control groups count the
// tree, but are not always ours to make (os/sandbox/control_group.h); so we look ourselves, the more often the less is
// left: before all of it could be used up at the speed of memory, and at least ten times a second.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "os/process/process.h"
#include "os/sandbox/sandbox.h"
#include "os/usage/memory_watch.h"
#include "os/usage/process_tree.h"

namespace assay::os {

class LimitsWatch {
 public:
  // `folders`: where the command may write. At the level `off` it may write elsewhere as well.
  LimitsWatch(const Sandbox& sandbox, std::vector<std::string> folders);

  // The limit that the descendants of `supervisor` have passed, if any.
  std::optional<Ended> check_limits(long supervisor);
  std::chrono::milliseconds until_next() const;
  // Once a command that was ended for `machine_memory` has ended: whether the memory was its own after all.
  bool memory_was_its_own() const;
  // Whether the kernel has ended a process of this machine for want of memory since the first look.
  bool kernel_ran_out() const;

 private:
  struct Use {
    std::uint64_t bytes = 0;
    std::uint64_t files = 0;
  };
  // The folders on one file system.
  struct Disk {
    std::uint64_t device = 0;
    std::vector<std::string> folders;
    Use before;  // of the whole file system
    Use allowed;
    std::uint64_t left = 0;  // bytes, by the last look
  };
  static Use used_on(const std::string& folder, Use* left = nullptr);
  void add_folder(std::string folder);
  bool fills(Disk& disk, const TreeUse& use);
  Use written_in(const std::string& folder, const Use& enough) const;

  SandboxLimits m_limits;
  MemoryWatch m_memory;
  std::vector<Disk> m_disks;
  std::int64_t m_started = 0;  // seconds, real time: what files say
  std::uint64_t m_kernel_kills = 0;
  unsigned m_looks = 0;
  std::chrono::microseconds m_cost{0};  // of the last look
};

}  // namespace assay::os
