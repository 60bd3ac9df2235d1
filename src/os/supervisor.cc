// As child subreaper the supervisor sees the whole tree of the command (os/process_tree.cc) and
// outlives us long enough to end it. Namespaces would do the same by one kill, but are refused on
// many machines; sandboxed commands use them as well.
#include "os/supervisor.h"

#include <cerrno>
#include <initializer_list>

#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/confine.h"
#include "os/launch.h"
#include "os/process_tree.h"
#include "os/watch.h"

namespace assay::os {

namespace {

struct StartFailure {
  StartStep step = StartStep::none;
  int error = 0;
};

int open_for_output(const char* file, int otherwise) {
  if (file == nullptr) return otherwise;
  return ::open(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0644);
}

bool become_user(const SupervisorOrders& orders) {
  if (orders.run_as == 0) return true;
  return ::syscall(SYS_setgroups, 0, nullptr) == 0 &&
         ::syscall(SYS_setresgid, orders.run_as_group, orders.run_as_group, orders.run_as_group) == 0 &&
         ::syscall(SYS_setresuid, orders.run_as, orders.run_as, orders.run_as) == 0;
}

// Prepares this process step by step and turns it into the command; the step that failed, else.
StartStep try_to_become(const SupervisorOrders& orders) {
  const int in = orders.input_fd >= 0 ? orders.input_fd : ::open(orders.stdin_file, O_RDONLY);
  if (in < 0 || ::dup2(in, 0) != 0) return StartStep::input;
  const int out = open_for_output(orders.stdout_file, orders.output_fd);
  const int err = open_for_output(orders.stderr_file, orders.errors_fd >= 0 ? orders.errors_fd : orders.output_fd);
  if (out < 0 || err < 0 || ::dup2(out, 1) != 1 || ::dup2(err, 2) != 2) return StartStep::output;
  for (const int fd : {in, out, err}) {
    if (fd > 2 && fd != orders.output_fd && fd != orders.errors_fd && fd != orders.input_fd) ::close(fd);
  }
  if (orders.folder != nullptr && ::chdir(orders.folder) != 0) return StartStep::folder;
  if (!become_user(orders)) return StartStep::user;
  for (const int fd : orders.inherited_fds) {
    if (fd >= 0) ::fcntl(fd, F_SETFD, 0);
  }
  if (orders.confinement != nullptr) {
    errno = confine(*orders.confinement);
    if (errno != 0) return StartStep::confine;
  }
  ::execvpe(orders.program, orders.argv, orders.environment);
  return StartStep::program;
}

[[noreturn]] void become_command(const SupervisorOrders& orders, int start_fd) {
  ::setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGPIPE, SIGQUIT}) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  StartFailure failure;
  failure.step = try_to_become(orders);
  failure.error = errno;
  const ssize_t ignored = ::write(start_fd, &failure, sizeof failure);
  (void)ignored;
  ::_exit(127);
}

// What the launcher told about the command replaces what bubblewrap's own exit tells.
void read_launcher(const SupervisorOrders& orders, SupervisorReport& report) {
  ::fcntl(orders.launch_report_fd, F_SETFL, O_NONBLOCK);
  bool begun = false;
  bool ended = false;
  LaunchReport message;
  while (::read(orders.launch_report_fd, &message, sizeof message) == static_cast<ssize_t>(sizeof message)) {
    begun = true;
    switch (message.stage) {
      case LaunchStage::begun: break;
      case LaunchStage::confine_failed:
        report.start_step = StartStep::confine;
        report.start_errno = message.value;
        break;
      case LaunchStage::exec_failed:
        report.start_step = StartStep::program;
        report.start_errno = message.value;
        break;
      case LaunchStage::ended:
        report.wait_status = message.value;
        ended = true;
        break;
    }
  }
  if (ended || report.timed_out) return;
  if (begun)
    report.wait_status = SIGKILL;  // the sandbox went with everything in it
  else if (WIFEXITED(report.wait_status) && WEXITSTATUS(report.wait_status) != 0)
    report.start_step = StartStep::sandbox;
}

// Everything below us; see os/process_tree.h.
class Descendants final : public Processes {
 public:
  // Bubblewrap is spared when it is asked to end: with it the whole sandbox would go at once.
  explicit Descendants(long spared) : m_spared(spared) {}
  void ask_to_end() override {
    signal_tree(::getpid(), SIGTERM, {}, m_spared);
    signal_tree(::getpid(), SIGCONT, {}, m_spared);
  }
  void kill_all() override { kill_tree(); }

 private:
  long m_spared;
};

SupervisorReport start_and_watch(const SupervisorOrders& orders) {
  SupervisorReport report;
  int start_pipe[2];
  if (!hear_of_children() || ::pipe2(start_pipe, O_CLOEXEC) != 0) {
    report.start_step = StartStep::pipes;
    report.start_errno = errno;
    return report;
  }
  // The child shares our memory until it becomes the command, and only makes system calls: nothing is copied.
  const pid_t command = ::vfork();
  if (command == 0) become_command(orders, start_pipe[1]);
  if (command < 0) {
    report.start_step = StartStep::fork;
    report.start_errno = errno;
    return report;
  }
  ::close(start_pipe[1]);
  for (const int fd : {orders.output_fd, orders.errors_fd, orders.input_fd}) {
    if (fd >= 0) ::close(fd);
  }
  for (const int fd : orders.inherited_fds) {
    if (fd >= 0) ::close(fd);
  }
  StartFailure failure;
  ssize_t got = 0;
  while ((got = ::read(start_pipe[0], &failure, sizeof failure)) < 0 && errno == EINTR) {
  }
  if (got == static_cast<ssize_t>(sizeof failure)) {
    ::waitpid(command, nullptr, 0);
    report.start_step = failure.step;
    report.start_errno = failure.error;
    return report;
  }
  Descendants tree(orders.launch_report_fd >= 0 ? command : 0);
  report = Watch({orders.control_fd, orders.timeout_ms, orders.grace_ms}, command, tree).run();
  if (orders.launch_report_fd >= 0) read_launcher(orders, report);
  return report;
}

// Other runs of other threads have pipes of their own that fork gave us a copy of: were they kept open
// here, closing one there would not be noticed by whoever waits for it.
void close_what_is_not_ours(const SupervisorOrders& orders) {
  for (const int fd : orders.unwanted_fds) {
    if (fd >= 0) ::close(fd);
  }
  const int kept[] = {orders.input_fd,         orders.output_fd,        orders.errors_fd,
                      orders.status_fd,        orders.control_fd,       orders.launch_report_fd,
                      orders.inherited_fds[0], orders.inherited_fds[1], orders.inherited_fds[2],
                      orders.rest_fd,          orders.rest_file_fd};
  for (unsigned from = 3;;) {
    unsigned next = ~0U;  // the lowest kept descriptor that is not passed yet
    for (const int fd : kept) {
      if (fd >= 0 && static_cast<unsigned>(fd) >= from && static_cast<unsigned>(fd) < next)
        next = static_cast<unsigned>(fd);
    }
    if (next > from) ::syscall(SYS_close_range, from, next == ~0U ? ~0U : next - 1, 0);
    if (next == ~0U) return;
    from = next + 1;
  }
}

// Our caller closes its end of the status pipe when it has read all, and loses it when it is killed.
void keep_rest(const SupervisorOrders& orders) {
  if (orders.rest_fd < 0) return;
  pollfd reader{orders.status_fd, 0, 0};
  while (::poll(&reader, 1, -1) < 0 && errno == EINTR) {
  }
  // What is being written out is not in the pipe any more, so that nothing is kept twice.
  while (true) {
    const ssize_t n = ::splice(orders.rest_fd, nullptr, orders.rest_file_fd, nullptr, 1 << 20, SPLICE_F_NONBLOCK);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
  }
}

}  // namespace

[[noreturn]] void supervise(const SupervisorOrders& orders) {
  ::setsid();
  close_what_is_not_ours(orders);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  ::prctl(PR_SET_NAME, "assay-runner", 0, 0, 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(signal, SIG_IGN);
  const SupervisorReport report = start_and_watch(orders);
  const ssize_t ignored = ::write(orders.status_fd, &report, sizeof report);
  (void)ignored;
  keep_rest(orders);
  ::_exit(0);
}

}  // namespace assay::os
