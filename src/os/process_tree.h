// The processes below one, as /proc tells them at this moment. Internal to os.
//
// Only system calls, what measures aside: a forked child of a program with threads may call it.
#pragma once

#include <cstdint>

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
};

// What the descendants of pid use now. Stops counting once there are more than `task_limit`.
TreeUse measure_tree(long pid, std::uint64_t task_limit);

// The same memory with pages shared by several divided among them: exact, and slow.
std::uint64_t proportional_memory(long pid);

}  // namespace assay::os
