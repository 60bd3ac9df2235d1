#include "os/process/launcher/traces.h"

#include <cerrno>
#include <cstring>

#include <dirent.h>
#include <fcntl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace assay::os {

namespace {

constexpr const char* k_counters = "/proc/self/net/dev";
constexpr const char* k_message_queues = "/dev/mqueue";

int nice_value() {
  errno = 0;
  return ::getpriority(PRIO_PROCESS, 0);
}

long io_priority() { return ::syscall(SYS_ioprio_get, 1 /* a process */, 0); }

// Nothing in the folder but itself and its parent.
bool is_empty(const char* folder) {
  const int fd = ::open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return false;
  alignas(8) char entries[1024];
  long size = ::syscall(SYS_getdents64, fd, entries, sizeof entries);
  ::close(fd);
  int names = 0;
  for (long at = 0; at < size; ++names) {
    unsigned short length = 0;  // d_reclen, behind d_ino and d_off
    std::memcpy(&length, entries + at + 16, sizeof length);
    at += length;
  }
  return size >= 0 && names == 2;
}

}  // namespace

Traces::Traces() : m_counters_size(read_counters(m_counters)), m_nice(nice_value()), m_policy(::sched_getscheduler(0)) {
  m_io_priority = io_priority();
  ::sched_getaffinity(0, sizeof m_processors, &m_processors);
}

bool Traces::none(Network network) const {
  return (network == Network::shared || network_is_unused()) && ipc_is_empty() && is_scheduled_as_before();
}

unsigned Traces::read_counters(char* into) {
  const int fd = ::open(k_counters, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  unsigned size = 0;
  for (ssize_t n = 0; size < k_space && (n = ::read(fd, into + size, k_space - size)) > 0;)
    size += static_cast<unsigned>(n);
  ::close(fd);
  return size;
}

bool Traces::network_is_unused() const {
  char now[k_space];
  const unsigned size = read_counters(now);
  // Counters that could not be read, or not to the end, tell nothing.
  return size > 0 && size < k_space && size == m_counters_size && std::memcmp(now, m_counters, size) == 0;
}

bool Traces::ipc_is_empty() {
  struct shm_info memory {};
  struct seminfo semaphores {};
  struct msginfo messages {};
  if (::shmctl(0, SHM_INFO, reinterpret_cast<shmid_ds*>(&memory)) < 0 || memory.used_ids != 0) return false;
  if (::semctl(0, 0, SEM_INFO, &semaphores) < 0 || semaphores.semusz != 0) return false;
  if (::msgctl(0, MSG_INFO, reinterpret_cast<msqid_ds*>(&messages)) < 0 || messages.msgpool != 0) return false;
  return is_empty(k_message_queues);
}

bool Traces::is_scheduled_as_before() const {
  cpu_set_t processors{};
  return nice_value() == m_nice && ::sched_getscheduler(0) == m_policy && io_priority() == m_io_priority &&
         ::sched_getaffinity(0, sizeof processors, &processors) == 0 &&
         std::memcmp(&processors, &m_processors, sizeof processors) == 0;
}

}  // namespace assay::os
