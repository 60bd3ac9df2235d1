// What all connections share. Everything here belongs to the loop's thread unless it says otherwise.
// The only header that includes Asio.
#pragma once

#include <chrono>
#include <list>
#include <memory>
#include <string>
#include <unordered_set>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "serve/answer_cache.h"
#include "serve/api.h"
#include "serve/event_feed.h"
#include "serve/metrics.h"
#include "serve/pool.h"
#include "serve/request_log.h"
#include "serve/server.h"

namespace assay::serve {

namespace asio = boost::asio;

// A concrete executor: an erased one costs an allocation and a virtual call at every step.
using Executor = asio::io_context::executor_type;
template <class T>
using Task = asio::awaitable<T, Executor>;
using Socket = asio::basic_stream_socket<asio::ip::tcp, Executor>;
using Steady = std::chrono::steady_clock;
using Timer = asio::basic_waitable_timer<Steady, asio::wait_traits<Steady>, Executor>;
constexpr asio::as_tuple_t<asio::use_awaitable_t<Executor>> k_tuple{};

// What a connection is doing decides whether it may be closed to make room or to stop.
enum class Phase { idle, reading, working, writing, streaming };

struct Connection {
  explicit Connection(Socket&& taken) : socket(std::move(taken)) {}
  Socket socket;
  Phase phase = Phase::idle;
  Steady::time_point deadline = Steady::time_point::max();
  Steady::time_point idle_since = Steady::now();
  bool expired = false;  // the deadline passed: what it waited for was cancelled
  std::string remote;
  std::shared_ptr<const Visitor> visitor;  // who is answered now: the connection ends with the token or session
};

struct Core {
  asio::io_context& io;
  const Limits& limits;
  Api& api;
  Pool& pool;
  Pool& slow_pool;  // for operations that may take minutes
  AnswerCache& cache;
  EventFeed& feed;
  Metrics& metrics;
  RequestLog& log;

  std::unordered_set<std::shared_ptr<Connection>> connections;
  std::unordered_set<Timer*> listeners;  // those that wait for events
  std::uint64_t hint = 0;                // grows when the store changed and no event says so
  bool stopping = false;
  std::uint64_t next_request = 0;
  std::string run_name;           // begins the id of every request
  std::function<void()> on_stop;  // once, when nothing new is taken any more

  void wake_listeners() {
    for (auto* timer : listeners) timer->cancel();
  }
};

// One client, from its first byte to its last. Takes itself out of core.connections at the end.
Task<void> converse(Core& core, std::shared_ptr<Connection> connection);

// Ends the connections of those whose token or session no longer holds.
void dismiss_unwelcome(Core& core);

// Sends events until the client goes or the server stops.
Task<void> send_events(Core& core, Connection& connection, std::optional<std::uint64_t> after, std::string request_id);

// Sends a file as it grows, behind a head that was sent.
Task<void> send_followed(Core& core, Connection& connection, std::shared_ptr<Followed> followed);

// Runs `work` on the pool for its speed and comes back to the loop with what it gave.
Task<Response> on_pool(Core& core, std::function<Response(ops::Context&)> work, ops::Speed speed = ops::Speed::quick);

// Writes all of it within the time a client has; false when it went.
Task<bool> write_text(Core& core, Connection& connection, std::string_view text);

}  // namespace assay::serve
