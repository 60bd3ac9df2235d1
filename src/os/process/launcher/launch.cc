// The launcher; see os/process/launch.h. A program of its own, linked statically and carried inside ours, so
// that nothing in the sandbox (libraries, LD_PRELOAD) has a say in it.
#include "os/process/launch.h"

#include <cerrno>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "os/process/launcher/launch.h"
#include "os/process/launcher/run.h"
#include "os/process/launcher/stand.h"
#include "os/process/watch.h"

namespace assay::os {

namespace {

int number(const char* text) {
  int out = 0;
  for (; *text >= '0' && *text <= '9'; ++text) out = out * 10 + (*text - '0');
  return out;
}

SupervisorReport serve(const LaunchRequest& request) {
  LaunchTask task;
  if (!read_task(request.options, task)) return could_not(StartStep::sandbox, EINVAL);
  if (const int error = confine_for(task)) return could_not(StartStep::confine, error);
  return run(request, task);
}

}  // namespace

int launch(int argc, char** argv) {
  // The command runs as the same user: it must not look into this process or at its descriptors.
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
  ::signal(SIGPIPE, SIG_IGN);
  if (!hear_of_children()) return 126;
  if (argc == 2) return stand(number(argv[1]));
  if (argc != k_launch_arguments) return 126;
  LaunchRequest request;
  request.options = number(argv[launch_options_at]);
  request.status = number(argv[launch_status_at]);
  request.control = number(argv[launch_control_at]);
  send_report(request.status, serve(request));
  return 0;  // as process 1: whatever is left dies now
}

}  // namespace assay::os
