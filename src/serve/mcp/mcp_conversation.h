// One client of the Model Context Protocol: its messages in, lines out. Calls that take long go on beside each other on
// threads of their own, tell how they go on when the client asks for it, and end when it does not want them any more.
// Messages are taken on one thread.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "serve/mcp/mcp.h"

namespace assay::serve {

class McpConversation {
 public:
  using Write = std::function<Result<void>(const std::string& line)>;
  static constexpr size_t k_most_calls = 4;

  // `write` is called from any thread, one at a time, with whole lines.
  McpConversation(const Mcp& mcp, Write write) : m_mcp(mcp), m_write(std::move(write)) {}
  ~McpConversation();  // ends what goes on
  McpConversation(const McpConversation&) = delete;
  McpConversation& operator=(const McpConversation&) = delete;

  // Error: nothing can be written any more.
  Result<void> take(std::string_view message);
  // For a message that was longer than Mcp::k_longest_message.
  Result<void> take_too_long();
  // The client says nothing more: waits for what goes on, and ends it as soon as `is_gone` says that nobody hears.
  void finish(const std::function<bool()>& is_gone);

 private:
  struct Going {
    os::CancelToken cancel;
    std::string progress_token;
    std::uint64_t told = 0;  // lines of progress
    bool unwanted = false;
    bool ended = false;
  };
  struct Caller {
    std::shared_ptr<Going> going;
    std::thread thread;
  };
  Result<void> say(const std::string& line) REQUIRES(m_mutex);
  Result<void> begin(Mcp::Taken taken);
  void work(Going& going, const Mcp::Taken& taken);
  void tell(Going& going, std::string_view words);
  void end_all();
  void join_ended() REQUIRES(m_mutex);

  const Mcp& m_mcp;
  const Write m_write;
  Mutex m_mutex;
  ConditionVariable m_ended;
  std::map<std::string, std::shared_ptr<Going>> m_going GUARDED_BY(m_mutex);  // by the id of the request
  std::vector<Caller> m_callers;                                              // of the thread that takes messages
};

}  // namespace assay::serve
