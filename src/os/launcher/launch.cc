// The launcher; see os/launch.h. A program of its own, linked statically and carried inside ours, so
// that nothing in the sandbox (libraries, LD_PRELOAD) has a say in it.
#include "os/launch.h"

#include <cerrno>
#include <cstdlib>
#include <initializer_list>

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/confine.h"

namespace {

using assay::os::LaunchOrders;
using assay::os::LaunchReport;
using assay::os::LaunchStage;

int g_report_fd = -1;

void report(LaunchStage stage, int value) {
  const LaunchReport message{stage, value};
  const ssize_t ignored = ::write(g_report_fd, &message, sizeof message);
  (void)ignored;
}

// The orders with their strings told apart.
struct Task {
  const LaunchOrders* orders = nullptr;
  char** argv = nullptr;
  char** environment = nullptr;
};

char** take_strings(char*& at, unsigned count) {
  void* memory =
      ::mmap(nullptr, (count + 1) * sizeof(char*), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  auto** out = static_cast<char**>(memory);
  for (unsigned i = 0; i < count; ++i) {
    out[i] = at;
    while (*at != 0) ++at;
    ++at;
  }
  return out;
}

bool read_task(int fd, Task& task) {
  struct stat st {};
  if (::fstat(fd, &st) != 0 || st.st_size < static_cast<off_t>(sizeof(LaunchOrders))) return false;
  void* memory = ::mmap(nullptr, static_cast<size_t>(st.st_size), PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  if (memory == MAP_FAILED) return false;
  task.orders = static_cast<const LaunchOrders*>(memory);
  char* at = static_cast<char*>(memory) + sizeof(LaunchOrders);
  task.argv = take_strings(at, task.orders->arguments);
  task.environment = take_strings(at, task.orders->variables);
  return task.argv != nullptr && task.environment != nullptr && task.orders->arguments > 0;
}

[[noreturn]] void become_command(const Task& task) {
  assay::os::Confinement orders;
  orders.sockets = static_cast<assay::os::Sockets>(task.orders->sockets);
  orders.processes = task.orders->processes;
  orders.file_size = task.orders->file_size;
  orders.open_files = task.orders->open_files;
  if (const int error = assay::os::confine(orders); error != 0) {
    report(LaunchStage::confine_failed, error);
    ::_exit(127);
  }
  environ = task.environment;  // execvp looks along the PATH of the command
  const char* program = task.argv[0];
  if (program != nullptr) ::execvp(program, task.argv);
  report(LaunchStage::exec_failed, errno);
  ::_exit(127);
}

int wait_for(pid_t command) {
  for (;;) {
    int status = 0;
    const pid_t pid = ::waitpid(-1, &status, 0);
    if (pid == command) return status;
    if (pid < 0 && errno != EINTR) return 0;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 126;
  // The command runs as the same user: it must not look into this process or at its descriptors.
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  const int orders_fd = static_cast<int>(std::strtol(argv[1], nullptr, 10));
  g_report_fd = static_cast<int>(std::strtol(argv[2], nullptr, 10));
  ::fcntl(g_report_fd, F_SETFD, FD_CLOEXEC);
  Task task;
  if (!read_task(orders_fd, task)) return 126;
  ::close_range(3, static_cast<unsigned>(g_report_fd) - 1, 0);
  ::close_range(static_cast<unsigned>(g_report_fd) + 1, ~0U, 0);
  report(LaunchStage::begun, 0);
  const pid_t command = ::vfork();  // shares our memory until it becomes the command: nothing is copied
  if (command == 0) become_command(task);
  if (command < 0) {
    report(LaunchStage::confine_failed, errno);
    return 126;
  }
  // Nothing of ours keeps the output open when the command closed it.
  for (const int fd : {0, 1, 2}) ::close(fd);
  report(LaunchStage::ended, wait_for(command));
  return 0;  // as process 1: whatever is left dies now
}
