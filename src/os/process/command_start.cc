#include "os/process/command_start.h"

#include <cerrno>
#include <initializer_list>

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/sandbox/confine.h"

namespace assay::os {

namespace {

int open_for_output(const char* file, int otherwise) {
  if (file == nullptr) return otherwise;
  return ::open(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0644);
}

bool become_user(const SupervisorOptions& options) {
  if (options.run_as == 0) return true;
  return ::syscall(SYS_setgroups, 0, nullptr) == 0 &&
         ::syscall(SYS_setresgid, options.run_as_group, options.run_as_group, options.run_as_group) == 0 &&
         ::syscall(SYS_setresuid, options.run_as, options.run_as, options.run_as) == 0;
}

// Prepares this process step by step and turns it into the command; the step that failed, else.
StartStep try_to_become(const SupervisorOptions& options) {
  const int in = options.input_fd >= 0 ? options.input_fd : ::open(options.stdin_file, O_RDONLY);
  if (in < 0 || ::dup2(in, 0) != 0) return StartStep::input;
  const int out = open_for_output(options.stdout_file, options.output_fd);
  const int err = open_for_output(options.stderr_file, options.errors_fd >= 0 ? options.errors_fd : options.output_fd);
  if (out < 0 || err < 0 || ::dup2(out, 1) != 1 || ::dup2(err, 2) != 2) return StartStep::output;
  for (const int fd : {in, out, err}) {
    if (fd > 2 && fd != options.output_fd && fd != options.errors_fd && fd != options.input_fd) ::close(fd);
  }
  if (options.folder != nullptr && ::chdir(options.folder) != 0) return StartStep::folder;
  if (options.group_fd >= 0 && ::write(options.group_fd, "0", 1) != 1) return StartStep::confine;
  if (!become_user(options)) return StartStep::user;
  // Ours are closed then anyway; what whoever started us left open is not the command's either.
  ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
  for (const int fd : options.inherited_fds) {
    if (fd >= 0) ::fcntl(fd, F_SETFD, 0);
  }
  if (options.confinement != nullptr) {
    errno = confine(*options.confinement);
    if (errno != 0) return StartStep::confine;
  }
  ::execvpe(options.program, options.argv, options.environment);
  return StartStep::program;
}

[[noreturn]] void become_command(const SupervisorOptions& options, int start_fd) {
  ::setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGPIPE, SIGQUIT}) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  StartedCommand failure;
  failure.step = try_to_become(options);
  failure.error = errno;
  const ssize_t ignored = ::write(start_fd, &failure, sizeof failure);
  (void)ignored;
  ::_exit(127);
}

}  // namespace

StartedCommand start_command(const SupervisorOptions& options) {
  StartedCommand out;
  int start_pipe[2];
  if (::pipe2(start_pipe, O_CLOEXEC) != 0) return {-1, StartStep::pipes, errno};
  // The child shares our memory until it becomes the command, and only makes system calls: nothing is copied. A
  // signal that came to it meanwhile would run a handler of ours in it.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  out.pid = ::vfork();
  if (out.pid == 0) become_command(options, start_pipe[1]);
  const int fork_error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::close(start_pipe[1]);
  StartedCommand failure;
  ssize_t got = 0;
  while (out.pid > 0 && (got = ::read(start_pipe[0], &failure, sizeof failure)) < 0 && errno == EINTR) {
  }
  ::close(start_pipe[0]);
  if (out.pid < 0) return {-1, StartStep::fork, fork_error};
  if (got != static_cast<ssize_t>(sizeof failure)) return out;
  ::waitpid(out.pid, nullptr, 0);
  return {-1, failure.step, failure.error};
}

}  // namespace assay::os
