// What an agent does, readable while it does it: .assay/live/<task>.log, a line an event, secrets taken out.
// It goes with the run; what stays is the log among the evidence.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "os/files.h"

namespace assay::engine {

// Where the live log of a task is, whether or not there is one. `folder` is .assay.
std::string live_log_path(const std::string& folder, std::string_view task);

class LiveLog {
 public:
  // With an empty name nothing is written. One that cannot be written is done without: nothing depends on it.
  LiveLog(const std::string& folder, std::string_view task);
  ~LiveLog();
  LiveLog(const LiveLog&) = delete;
  LiveLog& operator=(const LiveLog&) = delete;

  void add(std::string_view text);

 private:
  std::string m_path;
  os::Fd m_fd;
  std::uint64_t m_size = 0;
};

}  // namespace assay::engine
