// Our end of a talked-with command's standard input. Internal to os.
#pragma once

#include "os/files.h"
#include "os/process/dialogue.h"

namespace assay::os {

class InputFeed {
 public:
  InputFeed() = default;  // nobody talks
  InputFeed(Dialogue& dialogue, Fd pipe);

  int fd() const { return m_pipe.get(); }
  bool wants_to_write() const { return m_pipe.is_open() && (has_waiting() || dismissed()); }
  void write();  // as much as the pipe takes

  bool dismissed() const { return m_dialogue != nullptr && m_dialogue->m_dismissed; }
  bool stopped() const { return m_dialogue != nullptr && m_dialogue->m_stopped; }
  bool has_farewell() const { return m_dialogue != nullptr && !m_dialogue->m_farewell.empty() && m_pipe.is_open(); }
  void say_farewell();  // in front of nothing: what waits was said first

 private:
  bool has_waiting() const { return m_at < m_dialogue->m_waiting.size(); }
  Dialogue* m_dialogue = nullptr;
  Fd m_pipe;
  size_t m_at = 0;  // said already, of what waits
};

}  // namespace assay::os
