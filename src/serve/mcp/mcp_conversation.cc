#include "serve/mcp/mcp_conversation.h"

#include <chrono>

#include <boost/json.hpp>

#include "base/json.h"
#include "base/printable.h"
#include "base/text.h"

namespace assay::serve {

namespace {

constexpr size_t k_longest_words_of_progress = 500;
constexpr auto k_look_again = std::chrono::milliseconds(200);

// The token is JSON already.
std::string progress_line(const std::string& token, std::uint64_t number, std::string_view words) {
  const json::value message(excerpt(printable(words), k_longest_words_of_progress));
  return cat(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)", token,
             R"(,"progress":)", number, R"(,"message":)", write_json(message), "}}");
}

}  // namespace

McpConversation::~McpConversation() {
  end_all();
  for (auto& caller : m_callers) caller.thread.join();
}

void McpConversation::end_all() {
  const MutexLock lock(m_mutex);
  for (const auto& [id, going] : m_going) {
    going->unwanted = true;
    going->cancel.cancel();
  }
}

Result<void> McpConversation::say(const std::string& line) { return line.empty() ? Result<void>() : m_write(line); }

Result<void> McpConversation::take(std::string_view message) {
  auto taken = m_mcp.take(message);
  if (taken.work) return begin(std::move(taken));
  const MutexLock lock(m_mutex);
  if (const auto found = m_going.find(taken.unwanted); found != m_going.end()) {
    found->second->unwanted = true;
    found->second->cancel.cancel();
  }
  return say(taken.answer);
}

Result<void> McpConversation::take_too_long() {
  const MutexLock lock(m_mutex);
  return say(Mcp::too_long());
}

Result<void> McpConversation::begin(Mcp::Taken taken) {
  const MutexLock lock(m_mutex);
  if (m_going.contains(taken.id))
    return say(taken.refuse("a call with this id goes on already; each request needs an id of its own"));
  if (m_going.size() >= k_most_calls)
    return say(taken.refuse(cat(k_most_calls, " calls go on already; ask again when one of them has ended")));
  join_ended();
  auto going = std::make_shared<Going>();
  going->progress_token = taken.progress_token;
  m_going.emplace(taken.id, going);
  std::thread thread([this, going, taken = std::move(taken)] { work(*going, taken); });
  m_callers.push_back({std::move(going), std::move(thread)});
  return {};
}

void McpConversation::work(Going& going, const Mcp::Taken& taken) {
  McpCall call;
  call.cancel = &going.cancel;
  if (!going.progress_token.empty()) call.progress = [this, &going](std::string_view words) { tell(going, words); };
  const auto answer = taken.work(call);
  const MutexLock lock(m_mutex);
  if (!going.unwanted) (void)say(answer);  // that the client is gone is found out by whoever reads from it
  going.ended = true;
  m_going.erase(taken.id);
  m_ended.notify_all();
}

// A thread says that it ended as the last it does with the lock.
void McpConversation::join_ended() {
  std::erase_if(m_callers, [](Caller& caller) {
    if (!caller.going->ended) return false;
    caller.thread.join();
    return true;
  });
}

void McpConversation::tell(Going& going, std::string_view words) {
  const MutexLock lock(m_mutex);
  if (!going.unwanted) (void)say(progress_line(going.progress_token, ++going.told, words));
}

void McpConversation::finish(const std::function<bool()>& is_gone) {
  for (;;) {
    {
      const MutexLock lock(m_mutex);
      if (m_going.empty()) return;
      m_ended.wait_until(m_mutex, std::chrono::steady_clock::now() + k_look_again);
    }
    if (is_gone()) return end_all();
  }
}

}  // namespace assay::serve
