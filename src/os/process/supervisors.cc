#include "os/process/supervisors.h"

#include <cerrno>
#include <cstring>
#include <vector>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mutex.h"
#include "base/text.h"
#include "os/usage/process_tree.h"

namespace assay::os {

namespace {

class Supervisors {
 public:
  Supervisors() { ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

  void add(pid_t pid) {
    const MutexLock lock(m_mutex);
    m_pids.push_back(pid);
  }
  void remove(pid_t pid, Reported reported) {
    const MutexLock lock(m_mutex);
    std::erase(m_pids, pid);
    if (reported == Reported::nothing) kill_tree({m_pids.data(), m_pids.size()});
  }

 private:
  Mutex m_mutex;
  std::vector<int> m_pids GUARDED_BY(m_mutex);
};

Supervisors& supervisors() {
  static Supervisors instance;
  return instance;
}

}  // namespace

Result<pid_t> start_supervisor(const SupervisorOptions& options) {
  auto& all = supervisors();
  const pid_t pid = ::fork();
  if (pid < 0) return unavailable(cat("cannot start a process: ", std::strerror(errno)));
  if (pid == 0) supervise(options);
  all.add(pid);
  return pid;
}

StartedCommand start_unsupervised(const SupervisorOptions& options) {
  auto& all = supervisors();
  const auto out = start_command(options);
  if (out.pid > 0) all.add(out.pid);
  return out;
}

int await_supervisor(pid_t supervisor, Reported reported) {
  int status = 0;
  while (::waitpid(supervisor, &status, 0) < 0 && errno == EINTR) {
  }
  supervisors().remove(supervisor, WIFSIGNALED(status) ? reported : Reported::all);
  return status;
}

}  // namespace assay::os
