// Waits for a command, adopting and reaping whatever else dies, and ends everything when its time is up or
// whoever wanted it has gone. Internal to os.
//
// Only system calls: used by the supervisor, a forked child of a program with threads, and by the
// launcher inside a sandbox, which is built without the rest of us.
#pragma once

#include <cstdint>

#include <sys/types.h>

#include "os/process/supervisor.h"

namespace assay::os {

// The processes that are watched.
class Processes {
 public:
  virtual void ask_to_end() = 0;
  virtual void kill_all() = 0;  // and reap them: nothing is left

 protected:
  ~Processes() = default;
};

// Once a process, before the first command: children that end wake a Watch. SIGCHLD is blocked from then on;
// a child takes that over until it unblocks it.
bool hear_of_children();

class Watch {
 public:
  struct Terms {
    int control_fd = -1;  // a byte: kill it now; closed: end it, gently first
    std::uint64_t timeout_ms = 0;
    std::uint64_t grace_ms = 0;
  };
  Watch(const Terms& terms, pid_t command, Processes& processes)
      : m_terms(terms), m_command(command), m_processes(processes) {}

  // When it returns, no process is left.
  SupervisorReport run();

 private:
  bool reap(int& wait_status);
  void wait_until(std::uint64_t deadline);

  Terms m_terms;
  pid_t m_command;
  Processes& m_processes;
  bool m_ended = false;
  bool m_dismissed = false;
  bool m_closed = false;
  bool m_kill_now = false;
};

}  // namespace assay::os
