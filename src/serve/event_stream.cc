// One listener: a position in the feed. It takes what is kept in memory, in one write for all that has
// come; what is no longer there it reads from the store. A client that does not read holds its own
// coroutine, and nobody else, until its time to write is over; it comes back with the last id it saw.
#include <boost/asio/write.hpp>

#include "base/text.h"
#include "serve/core.h"
#include "serve/http/problem.h"

namespace assay::serve {

namespace {

constexpr size_t k_most_at_once = 256;
constexpr auto k_heartbeat = std::chrono::seconds(15);

std::string stream_head(std::string_view request_id) {
  return cat(
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nX-Accel-Buffering: no\r\n"
      "X-Content-Type-Options: nosniff\r\nX-Request-Id: ",
      request_id, "\r\nConnection: close\r\n\r\n");
}

class Listening {
 public:
  explicit Listening(Core& core) : m_core(core) { ++core.metrics.listeners; }
  ~Listening() { --m_core.metrics.listeners; }
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;

 private:
  Core& m_core;
};

Task<void> wait_for_events(Core& core, Timer& timer) {
  timer.expires_after(k_heartbeat);
  core.listeners.insert(&timer);
  (void)co_await timer.async_wait(k_tuple);
  core.listeners.erase(&timer);
}

Task<bool> write_events(Core& core, Connection& connection, const std::vector<FeedText>& events) {
  std::vector<asio::const_buffer> buffers;
  buffers.reserve(events.size());
  for (const auto& event : events) buffers.push_back(asio::buffer(*event.text));
  connection.deadline = Steady::now() + core.limits.write;
  const auto [error, n] = co_await asio::async_write(connection.socket, buffers, k_tuple);
  co_return !error;
}

// What the feed no longer holds, from the store: the texts in one body, the last key in a header.
Task<Response> read_page(Core& core, std::uint64_t after) {
  co_return co_await on_pool(core, [after](ops::Context& context) -> Response {
    const auto home = context.home();
    if (!home) return problem(home.error());
    const auto feed = store::Feed::open((*home)->store, context.clock().now());
    if (!feed) return problem(feed.error());
    const auto page = (*feed)->after(after, k_feed_page);
    if (!page) return problem(page.error());
    std::string text;
    for (const auto& entry : *page) text += *feed_text(entry).text;
    auto response = text_response(200, "", std::move(text));
    response.headers.emplace_back("last", cat(page->empty() ? after : page->back().key));
    return response;
  });
}

}  // namespace

Task<void> send_events(Core& core, Connection& connection, std::optional<std::uint64_t> after, std::string request_id) {
  const Listening listening(core);
  connection.phase = Phase::streaming;
  const bool unknown = after && *after > core.feed.end();
  std::uint64_t at = !after || unknown ? core.feed.end() : *after;
  std::uint64_t hint = core.hint;
  Timer timer(core.io);
  const std::string first = stream_head(request_id) + greeting_text(unknown ? Greeting::reset : Greeting::hello, at);
  const bool begun = co_await write_text(core, connection, first);
  if (!begun) co_return;
  while (!core.stopping) {
    bool sent = true;
    if (!core.feed.reaches(at)) {
      const auto page = co_await read_page(core, at);
      if (page.status != 200) co_return;  // the client tries again
      sent = co_await write_text(core, connection, *page.body);
      at = parse_uint(page.headers.front().second).value_or(at);
    } else if (at < core.feed.end()) {
      const auto events = core.feed.after(at, k_most_at_once);
      sent = co_await write_events(core, connection, events);
      at = events.back().key;
    } else if (hint != core.hint) {
      hint = core.hint;
      sent = co_await write_text(core, connection, change_text());
    } else {
      connection.deadline = Steady::time_point::max();
      co_await wait_for_events(core, timer);
      if (at == core.feed.end() && hint == core.hint && !core.stopping) {
        sent = co_await write_text(core, connection, ": still here\n\n");
      }
    }
    if (!sent || connection.expired) co_return;
  }
}

}  // namespace assay::serve
