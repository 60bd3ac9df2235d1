// One standing sandbox. Internal to os.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <sys/types.h>

#include "base/result.h"
#include "os/files.h"
#include "os/process/prepared_run.h"
#include "os/process/process.h"

namespace assay::os {

class StandingSandbox {
 public:
  static Result<std::unique_ptr<StandingSandbox>> raise(const Command& like);
  ~StandingSandbox();  // ends it; everything inside dies
  StandingSandbox(const StandingSandbox&) = delete;
  StandingSandbox& operator=(const StandingSandbox&) = delete;

  bool serves(const Command& command) const;
  // Hands a command over; what becomes of it is told on `status` as a supervisor tells it.
  Result<void> start(const Command& command, const Fd& output, const Fd& status, const Fd& control);
  bool renew() const { return m_prepared->renew_scratch(); }

  ControlGroup* group() { return m_group.get(); }
  pid_t supervisor() const { return m_supervisor; }
  std::vector<std::string> watched_folders() const { return m_prepared->watched_folders(); }
  // What bubblewrap said; for one that fell before it served.
  std::string last_words();

 private:
  explicit StandingSandbox(const Command& like);

  Command m_like;
  std::unique_ptr<PreparedRun> m_prepared;
  std::unique_ptr<ControlGroup> m_group;
  Fd m_socket;
  Fd m_null;
  Fd m_output;  // bubblewrap's own
  Fd m_status;
  Fd m_control;
  pid_t m_supervisor = -1;
};

}  // namespace assay::os
