// Whether a command left something in what the commands of a standing sandbox share besides files.
#pragma once

#include <sched.h>

namespace assay::os {

// Made before the first command.
//
// A network through which no packet ever went holds nothing once the sockets are gone with their processes:
// ports in TIME_WAIT, routes, counters and metrics all begin with a packet. A new one for each command would
// cost more than many a command (1.3 ms, and as much again in the kernel's own threads).
class Traces {
 public:
  enum class Network { own, shared };
  Traces();
  bool none(Network network) const;

 private:
  static constexpr unsigned k_space = 4096;
  static unsigned read_counters(char* into);
  bool network_is_unused() const;
  static bool ipc_is_empty();
  // A command may renice or pin every process of its user, process 1 with them.
  bool is_scheduled_as_before() const;

  char m_counters[k_space];
  unsigned m_counters_size = 0;
  int m_nice = 0;
  int m_policy = 0;
  long m_io_priority = 0;
  cpu_set_t m_processors{};
};

}  // namespace assay::os
