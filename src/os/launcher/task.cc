#include "os/launcher/task.h"

#include <cerrno>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/confine.h"

namespace assay::os {

namespace {

char** take_strings(char*& at, char**& table, unsigned count) {
  char** out = table;
  for (unsigned i = 0; i < count; ++i) {
    out[i] = at;
    while (*at != 0) ++at;
    ++at;
  }
  out[count] = nullptr;
  table += count + 1;
  return out;
}

}  // namespace

// The strings are cut where they lie, behind a table of pointers to them.
bool read_task(int fd, LaunchTask& task) {
  struct stat st {};
  if (::fstat(fd, &st) != 0 || st.st_size < static_cast<off_t>(sizeof(LaunchOrders))) return false;
  LaunchOrders head;
  if (::pread(fd, &head, sizeof head, 0) != static_cast<ssize_t>(sizeof head)) return false;
  const unsigned long table = (static_cast<unsigned long>(head.arguments) + head.variables + 2) * sizeof(char*);
  const auto length = static_cast<unsigned long>(st.st_size);
  task.size = table + length + 1;
  task.memory = ::mmap(nullptr, task.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (task.memory == MAP_FAILED) return false;
  char* text = static_cast<char*>(task.memory) + table;
  if (::pread(fd, text, length, 0) != static_cast<ssize_t>(length)) return false;
  task.orders = reinterpret_cast<const LaunchOrders*>(text);
  auto** pointers = static_cast<char**>(task.memory);
  text += sizeof(LaunchOrders);
  task.argv = take_strings(text, pointers, head.arguments);
  task.environment = take_strings(text, pointers, head.variables);
  return head.arguments > 0;
}

void forget_task(LaunchTask& task) {
  if (task.memory != nullptr && task.memory != MAP_FAILED) ::munmap(task.memory, task.size);
  task = {};
}

LaunchStage try_to_become(const LaunchTask& task) {
  Confinement orders;
  orders.sockets = static_cast<Sockets>(task.orders->sockets);
  orders.processes = task.orders->processes;
  orders.file_size = task.orders->file_size;
  orders.open_files = task.orders->open_files;
  errno = confine(orders);
  if (errno != 0) return LaunchStage::confine_failed;
  environ = task.environment;  // execvp looks along the PATH of the command
  ::execvp(task.argv[0], task.argv);
  return LaunchStage::exec_failed;
}

}  // namespace assay::os
