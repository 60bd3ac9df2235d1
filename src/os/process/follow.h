// Follows one running command: takes its output, tells it what there is to tell, decides when it has to
// end. Internal to os.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include <sys/types.h>

#include "os/files.h"
#include "os/process/input_feed.h"
#include "os/process/limits_watch.h"
#include "os/process/output_keeper.h"
#include "os/process/process.h"
#include "os/process/supervisor.h"

namespace assay::os {

// The pipes of one command, our ends.
struct Ends {
  Fd status;
  Fd output;
  Fd errors;  // of stderr, when it comes apart
  Fd control;
  InputFeed input;
};

class Follow {
 public:
  Follow(const Command& command, OutputKeeper& output, Ends& ends, LimitsWatch* watch, pid_t supervisor);

  // The supervisor's report; nullopt when it died without one.
  std::optional<SupervisorReport> until_over();

  // Why we ended it, or why it was asked to go and went.
  std::optional<Ended> reason() const;
  // The beginning of its standard error, when that comes apart.
  const std::string& first_errors() const { return m_first_errors; }
  bool dismissed() const { return m_ending && m_dismissed; }

 private:
  using Clock = std::chrono::steady_clock;

  bool leaving() const { return m_ending || m_leave_by.has_value(); }
  int token_fd() const { return m_command.cancel != nullptr ? m_command.cancel->wake_fd() : -1; }
  // With a dialogue the time is ours to watch: it may be told before it is ended.
  bool watches_time() const { return m_command.dialogue != nullptr; }
  int poll_timeout() const;  // milliseconds until something must be looked at again
  void decide(bool woken);
  void leave_as(Ended reason);  // says farewell first where there is one
  void end_as(Ended reason);
  void kill_as(Ended reason);  // without the grace: it is eating the machine
  void take();
  void take_errors();
  void hold_to_limit();
  void kill_if_overdue();
  void take_rest();

  const Command& m_command;
  OutputKeeper& m_output;
  Ends& m_ends;
  LimitsWatch* m_watch;
  pid_t m_supervisor;
  Clock::time_point m_began;
  Clock::time_point m_last_output;
  Clock::time_point m_next_look;
  std::optional<Clock::time_point> m_leave_by;  // it was asked to go
  // Whoever watches over it must have ended it by then: a sandbox that does not come up (a file system that hangs) have
  // nobody inside who could.
  Clock::time_point m_over_by;
  std::uint64_t m_error_bytes = 0;
  std::string m_first_errors;
  Ended m_reason = Ended::exited;
  bool m_ending = false;
  bool m_dismissed = false;
};

}  // namespace assay::os
