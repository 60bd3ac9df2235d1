// The processes below one, as /proc tells them at this moment. Internal to os.
//
// Only system calls, what measures aside: a forked child of a program with threads may call it.
#pragma once

#include <cstdint>
#include <vector>

namespace assay::os {

// Which processes to leave alone, with all below them.
struct Keep {
  const int* pids = nullptr;
  unsigned long count = 0;
  bool holds(long pid) const;
};

// Sends `signal` to every descendant of pid and returns how many there were. `spared` is not
// signalled itself, but what is below it is.
int signal_tree(long pid, int signal, const Keep& keep = {}, long spared = 0);

// Kills every descendant of ours and reaps it. REQUIRES: we are a child subreaper.
void kill_tree(const Keep& keep = {});

struct TreeUse {
  std::uint64_t tasks = 0;   // threads of all processes
  std::uint64_t memory = 0;  // bytes of memory of their own that are in use
  // By a thread that lives: one whose first thread has ended shows nothing under its own number.
  std::vector<long> processes;
};

// What the descendants of pid use now. Stops counting once there are more than `task_limit`.
TreeUse measure_tree(long pid, std::uint64_t task_limit);

// What these processes have mapped, in bytes; pages that several share are divided among them where the kernel tells
// how. Slow.
struct MappedMemory {
  std::uint64_t own = 0;     // with what was moved to swap
  std::uint64_t shared = 0;  // files in memory
};
MappedMemory proportional_memory(const std::vector<long>& processes);

// A few lines of /proc/<process>/status, in bytes, summed up. Pages that several share count for each.
struct ProcessStatus {
  std::uint64_t shared = 0;  // files in memory, mapped
  std::uint64_t swapped = 0;
  std::uint64_t page_tables = 0;
};
ProcessStatus status_of(const std::vector<long>& processes);

}  // namespace assay::os
