// Sandboxes that stand: starting a sandbox costs several times what a small command takes, so commands that
// want the same ones run in them one after the other. Nothing passes from one to the next but what
// they leave in the folders they may write: os/process/launcher/stand.h says how.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "os/process/process.h"

namespace assay::os {

class StandingSandbox;

// Any thread may take one; a command has it to itself until it gives it back.
class StandingSandboxes {
 public:
  StandingSandboxes();
  ~StandingSandboxes();
  StandingSandboxes(const StandingSandboxes&) = delete;
  StandingSandboxes& operator=(const StandingSandboxes&) = delete;

  // Whether a command can run in one at all: behind bubblewrap, with output and nothing else, and with no
  // scratch folder of its own.
  static bool can_serve(const Command& command);

  // One with the limits and the environment that `command` asks for: idle, or started now. Not yet proven to
  // stand: that shows when it is used.
  Result<std::unique_ptr<StandingSandbox>> take(const Command& command);
  // After a command whose end was reported. One that cannot be made as new is taken down.
  void give_back(std::unique_ptr<StandingSandbox> sandbox);

 private:
  Mutex m_mutex;
  std::vector<std::unique_ptr<StandingSandbox>> m_idle GUARDED_BY(m_mutex);
};

}  // namespace assay::os
