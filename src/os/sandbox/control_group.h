// A control group (version 2) around a command: the kernel itself counts all memory and processes of the tree.
// Internal to os.
//
// Only where one can be made beside ours: the folder of our own group holds processes, and such a group cannot have
// limits below it. Found out by doing it, once a process. A group is locked by whoever made it; what a killed process
// left is removed by the next one that makes a group.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "os/files.h"
#include "os/sandbox/sandbox.h"

namespace assay::os {

class ControlGroup {
 public:
  // Nothing where there is none to be had; see control_groups().
  static std::unique_ptr<ControlGroup> make(const SandboxLimits& limits);
  ~ControlGroup();  // kills what is left in it
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;

  // Who writes "0" to this descriptor is in the group, with all that it starts.
  int entry() const { return m_entry.get(); }
  // Whether the kernel has ended a process of it for want of memory since the last time it was asked.
  bool ran_out();

 private:
  ControlGroup(std::string folder, Fd lock, Fd entry);
  std::uint64_t kills() const;

  std::string m_folder;
  Fd m_lock;
  Fd m_entry;
  std::uint64_t m_kills = 0;
};

struct ControlGroups {
  std::string folder;  // in which they are made; empty: nowhere
  std::string why;     // one clause, why not
  bool counts_processes = false;
};
const ControlGroups& control_groups();

// In which a group could be made, for a process whose /proc/self/cgroup is this and where `mount` is the root of the
// hierarchy; empty when there is no such folder.
std::string folder_for_groups(std::string_view own_groups, const std::string& mount);

}  // namespace assay::os
