#include "os/process/launcher/run.h"

#include <cerrno>
#include <initializer_list>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/process/watch.h"

namespace assay::os {

namespace {

// All but us in this namespace of processes.
class Everybody final : public Processes {
 public:
  void ask_to_end() override {
    ::kill(-1, SIGTERM);
    ::kill(-1, SIGCONT);
  }
  void kill_all() override {
    do {
      ::kill(-1, SIGKILL);
    } while (::waitpid(-1, nullptr, 0) > 0 || errno == EINTR);
  }
};

struct StartFailure {
  StartStep step = StartStep::none;
  int error = 0;
};

StartStep become(const LaunchRequest& request, const LaunchTask& task) {
  ::setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGPIPE, SIGQUIT}) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  if (::dup2(request.input, 0) != 0) return StartStep::input;
  if (::dup2(request.output, 1) != 1 || ::dup2(request.errors, 2) != 2) return StartStep::output;
  become_program(task);
  return StartStep::program;
}

[[noreturn]] void start(const LaunchRequest& request, const LaunchTask& task, int start_fd) {
  StartFailure failure;
  failure.step = become(request, task);
  failure.error = errno;
  const ssize_t ignored = ::write(start_fd, &failure, sizeof failure);
  (void)ignored;
  ::_exit(127);
}

}  // namespace

SupervisorReport could_not(StartStep step, int error) {
  SupervisorReport report;
  report.start_step = step;
  report.start_errno = error;
  return report;
}

void send_report(int status_fd, const SupervisorReport& report) {
  const ssize_t ignored = ::write(status_fd, &report, sizeof report);
  (void)ignored;
}

SupervisorReport run(const LaunchRequest& request, const LaunchTask& task) {
  int start_pipe[2];
  if (::pipe2(start_pipe, O_CLOEXEC) != 0) return could_not(StartStep::pipes, errno);
  const pid_t command = ::vfork();  // shares our memory until it becomes the command: nothing is copied
  if (command == 0) start(request, task, start_pipe[1]);
  const int fork_error = errno;
  ::close(start_pipe[1]);
  // Nothing of ours keeps the output open when the command closed it.
  ::close(request.output);
  if (request.errors != request.output) ::close(request.errors);
  StartFailure failure;
  ssize_t got = 0;
  while (command > 0 && (got = ::read(start_pipe[0], &failure, sizeof failure)) < 0 && errno == EINTR) {
  }
  ::close(start_pipe[0]);
  Everybody everybody;
  if (command < 0) return could_not(StartStep::fork, fork_error);
  if (got == static_cast<ssize_t>(sizeof failure)) {
    everybody.kill_all();
    return could_not(failure.step, failure.error);
  }
  return Watch({request.control, task.options->timeout_ms, task.options->grace_ms}, command, everybody).run();
}

}  // namespace assay::os
