// As child subreaper the supervisor sees the whole tree of the command (os/usage/process_tree.cc) and
// outlives us long enough to end it. In a sandbox of namespaces the launcher does the same from inside
// (os/process/launch.h), and only sandboxes that stand, and output that outlives us, have a supervisor around them.
#include "os/process/supervisor.h"

#include <cerrno>
#include <initializer_list>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/process/command_start.h"
#include "os/process/watch.h"
#include "os/usage/process_tree.h"

namespace assay::os {

namespace {

// Everything below us; see os/usage/process_tree.h.
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

SupervisorReport start_and_watch(const SupervisorOptions& options) {
  SupervisorReport report;
  if (!hear_of_children()) {
    report.start_step = StartStep::pipes;
    report.start_errno = errno;
    return report;
  }
  const auto command = start_command(options);
  for (const int fd : {options.output_fd, options.errors_fd, options.input_fd}) {
    if (fd >= 0) ::close(fd);
  }
  // A launcher in a sandbox writes and reads on the same lines as we do: those we keep.
  for (const int fd : options.inherited_fds) {
    if (fd >= 0 && fd != options.status_fd && fd != options.control_fd) ::close(fd);
  }
  if (command.pid < 0) {
    report.start_step = command.step;
    report.start_errno = command.error;
    return report;
  }
  const bool is_bubblewrap = options.inherited_fds[0] >= 0;
  Descendants tree(is_bubblewrap ? command.pid : 0);
  report = Watch({options.control_fd, options.timeout_ms, options.grace_ms}, command.pid, tree).run();
  // Its launcher ends well whatever becomes of the command, and has told that by now.
  if (is_bubblewrap && WIFEXITED(report.wait_status) && WEXITSTATUS(report.wait_status) != 0)
    report.start_step = StartStep::sandbox;
  return report;
}

// Other runs of other threads have pipes of their own that fork gave us a copy of: were they kept open
// here, closing one there would not be noticed by whoever waits for it.
void close_what_is_not_ours(const SupervisorOptions& options) {
  for (const int fd : options.unwanted_fds) {
    if (fd >= 0) ::close(fd);
  }
  const int kept[] = {options.input_fd,         options.output_fd,        options.errors_fd,
                      options.status_fd,        options.control_fd,       options.inherited_fds[0],
                      options.inherited_fds[1], options.inherited_fds[2], options.inherited_fds[3],
                      options.inherited_fds[4], options.rest_fd,          options.rest_file_fd,
                      options.group_fd};
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
void keep_rest(const SupervisorOptions& options) {
  if (options.rest_fd < 0) return;
  pollfd reader{options.status_fd, 0, 0};
  while (::poll(&reader, 1, -1) < 0 && errno == EINTR) {
  }
  // What is being written out is not in the pipe any more, so that nothing is kept twice.
  while (true) {
    const ssize_t n = ::splice(options.rest_fd, nullptr, options.rest_file_fd, nullptr, 1 << 20, SPLICE_F_NONBLOCK);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
  }
}

}  // namespace

[[noreturn]] void supervise(const SupervisorOptions& options) {
  ::setsid();
  close_what_is_not_ours(options);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  ::prctl(PR_SET_NAME, "assay-runner", 0, 0, 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(signal, SIG_IGN);
  const SupervisorReport report = start_and_watch(options);
  const ssize_t ignored = ::write(options.status_fd, &report, sizeof report);
  (void)ignored;
  keep_rest(options);
  ::_exit(0);
}

}  // namespace assay::os
