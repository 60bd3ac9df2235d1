// What an agent does, readable while it does it, secrets taken out: .assay/live/<task>.log, a line an event, and
// .assay/live/<task>.jsonl, its transcript (docs/formats/transcript.md). Both go with the run; what stays is the log
// among the evidence.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "agents/agent.h"
#include "os/files.h"

namespace assay::engine {

// Where the live log of a task is, whether or not there is one. `folder` is .assay.
std::string live_log_path(const std::string& folder, std::string_view task);
std::string live_transcript_path(const std::string& folder, std::string_view task);

class LiveLog {
 public:
  // With an empty name nothing is written. One that cannot be written is done without: nothing depends on it.
  LiveLog(const std::string& folder, std::string_view task);
  ~LiveLog();
  LiveLog(const LiveLog&) = delete;
  LiveLog& operator=(const LiveLog&) = delete;

  void add(std::string_view text);
  void transcribe(const agents::Event& event);

 private:
  struct File {
    std::string path;
    os::Fd fd;
    std::uint64_t size = 0;
    void open(std::string at);
    bool takes_more() const;  // asked before anything is made of what would be written: there may be a flood of it
    void write(std::string_view lines);
  };
  File m_text;
  File m_transcript;
};

}  // namespace assay::engine
