// File systems that lie in the machine's memory, /dev/shm and /run among them. What is written there grows the memory
// of the machine that is shared, and whoever may not write there has not done it. Internal to os.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::os {

class MemoryFileSystems {
 public:
  // Those that are mounted now, without the devices (st_dev) of `except`.
  static MemoryFileSystems without(const std::vector<std::uint64_t>& except);
  // Bytes in use on all of them.
  std::uint64_t used() const;

 private:
  std::vector<std::string> m_places;  // one for each file system
};

struct MemoryMount {
  std::uint64_t device = 0;
  std::string place;
};
// Of a text as in /proc/self/mountinfo; a file system that is mounted twice is named twice.
std::vector<MemoryMount> memory_mounts_in(std::string_view mountinfo);

}  // namespace assay::os
