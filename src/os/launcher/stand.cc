#include "os/launcher/stand.h"

#include <cerrno>
#include <cstring>
#include <initializer_list>

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/launcher/task.h"
#include "os/watch.h"

namespace assay::os {

namespace {

struct Request {
  int fds[k_launch_descriptors] = {-1, -1, -1, -1, -1};
};

bool receive(int socket, Request& request) {
  char byte = 0;
  iovec data{&byte, 1};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof request.fds)];
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = sizeof space;
  ssize_t got = 0;
  while ((got = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
  }
  const cmsghdr* passed = got == 1 ? CMSG_FIRSTHDR(&message) : nullptr;
  if (passed == nullptr || passed->cmsg_len != CMSG_LEN(sizeof request.fds)) return false;
  std::memcpy(request.fds, CMSG_DATA(passed), sizeof request.fds);
  return true;
}

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

bool raise_loopback() {
  const int fd = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return false;
  ifreq wanted{};
  std::strcpy(wanted.ifr_name, "lo");
  wanted.ifr_flags = IFF_UP | IFF_RUNNING;
  const bool up = ::ioctl(fd, SIOCSIFFLAGS, &wanted) == 0;
  ::close(fd);
  return up;
}

struct StartFailure {
  StartStep step = StartStep::none;
  int error = 0;
};

StartStep become(const Request& request, const LaunchTask& task) {
  ::setsid();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGPIPE, SIGQUIT}) ::signal(signal, SIG_DFL);
  if (::dup2(request.fds[launch_input], 0) != 0) return StartStep::input;
  if (::dup2(request.fds[launch_output], 1) != 1 || ::dup2(request.fds[launch_output], 2) != 2)
    return StartStep::output;
  const bool own_network = task.orders->own_network != 0;
  if (::unshare(CLONE_NEWIPC | (own_network ? CLONE_NEWNET : 0)) != 0) return StartStep::confine;
  if (own_network && !raise_loopback()) return StartStep::confine;
  return try_to_become(task) == LaunchStage::exec_failed ? StartStep::program : StartStep::confine;
}

[[noreturn]] void start(const Request& request, const LaunchTask& task, int start_fd) {
  StartFailure failure;
  failure.step = become(request, task);
  failure.error = errno;
  const ssize_t ignored = ::write(start_fd, &failure, sizeof failure);
  (void)ignored;
  ::_exit(127);
}

SupervisorReport failed(StartStep step, int error) {
  SupervisorReport report;
  report.start_step = step;
  report.start_errno = error;
  return report;
}

SupervisorReport run(const Request& request, const LaunchTask& task) {
  int start_pipe[2];
  if (::pipe2(start_pipe, O_CLOEXEC) != 0) return failed(StartStep::pipes, errno);
  const pid_t command = ::vfork();  // shares our memory until it becomes the command: nothing is copied
  if (command == 0) start(request, task, start_pipe[1]);
  const int fork_error = errno;
  ::close(start_pipe[1]);
  // Nothing of ours keeps the output open when the command closed it.
  ::close(request.fds[launch_output]);
  StartFailure failure;
  ssize_t got = 0;
  while (command > 0 && (got = ::read(start_pipe[0], &failure, sizeof failure)) < 0 && errno == EINTR) {
  }
  ::close(start_pipe[0]);
  Everybody everybody;
  if (command < 0) return failed(StartStep::fork, fork_error);
  if (got == static_cast<ssize_t>(sizeof failure)) {
    everybody.kill_all();
    return failed(failure.step, failure.error);
  }
  return Watch({request.fds[launch_control], task.orders->timeout_ms, task.orders->grace_ms}, command, everybody).run();
}

void serve(Request& request) {
  LaunchTask task;
  const SupervisorReport report =
      read_task(request.fds[launch_orders], task) ? run(request, task) : failed(StartStep::sandbox, EINVAL);
  forget_task(task);
  const ssize_t ignored = ::write(request.fds[launch_status], &report, sizeof report);
  (void)ignored;
  for (const int which : {launch_orders, launch_input, launch_status, launch_control}) ::close(request.fds[which]);
}

}  // namespace

int stand(int socket) {
  ::fcntl(socket, F_SETFD, FD_CLOEXEC);
  ::close_range(3, static_cast<unsigned>(socket) - 1, 0);
  ::close_range(static_cast<unsigned>(socket) + 1, ~0U, 0);
  ::signal(SIGPIPE, SIG_IGN);
  if (!hear_of_children()) return 126;
  for (Request request; receive(socket, request); request = {}) serve(request);
  return 0;  // as process 1: whatever is left dies now
}

}  // namespace assay::os
