// Ends running commands from elsewhere: another thread, or a signal.
#pragma once

#include "os/files.h"

namespace assay::os {

// Any number of runs may watch one token. cancel() may be called from any thread, and more than
// once; there is no way back.
class CancelToken {
 public:
  CancelToken();
  void cancel() const;
  bool is_cancelled() const;
  int wake_fd() const { return m_event.get(); }  // readable once cancelled

 private:
  Fd m_event;
};

// For programs that take signals themselves: from now on cancel_commands() ends all running commands, as if
// that signal had come. There is no way back.
void allow_cancelling();
void cancel_commands(int signal);

// From now on SIGINT, SIGTERM and SIGHUP cancel all running commands instead of ending us; the
// signal is returned by cancelled_by() (0 when none came).
void cancel_on_signals();
int cancelled_by();
int signal_wake_fd();  // readable once a signal came; -1 when nobody asked for it

}  // namespace assay::os
