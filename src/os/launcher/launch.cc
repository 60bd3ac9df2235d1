// The launcher; see os/launch.h. A program of its own, linked statically and carried inside ours, so
// that nothing in the sandbox (libraries, LD_PRELOAD) has a say in it.
#include "os/launch.h"

#include <cerrno>
#include <cstdlib>
#include <initializer_list>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/launcher/stand.h"
#include "os/launcher/task.h"

namespace {

using assay::os::LaunchReport;
using assay::os::LaunchStage;
using assay::os::LaunchTask;

int g_report_fd = -1;

void report(LaunchStage stage, int value) {
  const LaunchReport message{stage, value};
  const ssize_t ignored = ::write(g_report_fd, &message, sizeof message);
  (void)ignored;
}

[[noreturn]] void become_command(const LaunchTask& task) {
  const LaunchStage failed = assay::os::try_to_become(task);
  report(failed, errno);
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
  // The command runs as the same user: it must not look into this process or at its descriptors.
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  if (argc == 2) return assay::os::stand(static_cast<int>(std::strtol(argv[1], nullptr, 10)));
  if (argc != 3) return 126;
  const int orders_fd = static_cast<int>(std::strtol(argv[1], nullptr, 10));
  g_report_fd = static_cast<int>(std::strtol(argv[2], nullptr, 10));
  ::fcntl(g_report_fd, F_SETFD, FD_CLOEXEC);
  LaunchTask task;
  if (!assay::os::read_task(orders_fd, task)) return 126;
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
