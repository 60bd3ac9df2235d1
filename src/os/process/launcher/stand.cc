#include "os/process/launcher/stand.h"

#include <cerrno>
#include <cstring>
#include <initializer_list>

#include <sys/socket.h>
#include <unistd.h>

#include "os/process/launcher/run.h"
#include "os/process/launcher/traces.h"

namespace assay::os {

namespace {

bool receive(int socket, LaunchRequest& request) {
  int fds[k_launch_descriptors];
  char byte = 0;
  iovec data{&byte, 1};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof fds)];
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = sizeof space;
  ssize_t got = 0;
  while ((got = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
  }
  const cmsghdr* passed = got == 1 ? CMSG_FIRSTHDR(&message) : nullptr;
  if (passed == nullptr || passed->cmsg_len != CMSG_LEN(sizeof fds)) return false;
  std::memcpy(fds, CMSG_DATA(passed), sizeof fds);
  request = {fds[launch_options], fds[launch_input],  fds[launch_output],
             fds[launch_output],  fds[launch_status], fds[launch_control]};
  return true;
}

Traces::Network network_of(const LaunchOptions& options) {
  return options.own_network != 0 ? Traces::Network::own : Traces::Network::shared;
}

// Commands one after the other, all behind the confinement that the first asks for: they want the same sandbox.
class Stand {
 public:
  void serve(const LaunchRequest& request) {
    LaunchTask task;
    SupervisorReport report = answer(request, task);
    report.spent = task.options == nullptr || !m_traces.none(network_of(*task.options));
    forget_task(task);
    send_report(request.status, report);
    for (const int fd : {request.options, request.input, request.status, request.control}) ::close(fd);
  }

 private:
  SupervisorReport answer(const LaunchRequest& request, LaunchTask& task) {
    if (!read_task(request.options, task)) return could_not(StartStep::sandbox, EINVAL);
    if (!m_confined) {
      if (const int error = confine_for(task)) return could_not(StartStep::confine, error);
      m_confined = true;
    }
    return run(request, task);
  }

  Traces m_traces;
  bool m_confined = false;
};

}  // namespace

int stand(int socket) {
  Stand sandbox;
  for (LaunchRequest request; receive(socket, request);) sandbox.serve(request);
  return 0;  // as process 1: whatever is left dies now
}

}  // namespace assay::os
