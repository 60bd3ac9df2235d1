// Which levels of a sandbox this machine can build, found by trying them.
#pragma once

#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/result.h"
#include "os/sandbox/sandbox.h"

namespace assay::os {

struct SandboxProbe {
  struct Trial {
    bool works = false;
    std::string why;  // version when it works, else what refused it
  };
  Sandbox::Level level = Sandbox::Level::bubblewrap;  // the best that works
  std::string why;                                    // one sentence
  Trial bubblewrap;
  Trial landlock;
  int landlock_version = 0;
  std::string_view limits;         // limits_held_by()
  std::string limits_why;          // one sentence
  std::vector<std::string> notes;  // what is weaker than it could be, and what to do
};

// Error unavailable when neither level works: a check is then not run (inconclusive), unless the
// operator turned the sandbox off. Tried once a process.
Result<SandboxProbe> probe_sandbox();

// Only the best level that works, for those who run something now. The same error.
Result<Sandbox::Level> best_sandbox_level();

// Finds that out beside what else is done before something runs: it takes as long as a sandbox does.
class SandboxTrialAhead {
 public:
  SandboxTrialAhead();
  ~SandboxTrialAhead();  // waits for it
  SandboxTrialAhead(const SandboxTrialAhead&) = delete;
  SandboxTrialAhead& operator=(const SandboxTrialAhead&) = delete;

 private:
  std::thread m_thread;
};

}  // namespace assay::os
