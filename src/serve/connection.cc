// One coroutine a client. It owns nothing big while it waits: no buffer is held between requests, so
// ten thousand idle clients are cheap. Time limits are deadlines that one sweeper looks at each second;
// an expired connection has what it waits for cancelled, and says 408 when it was reading.
//
// No co_await stands inside a condition: g++ 12 makes a trap of some of them.
#include <array>

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <unistd.h>

#include "base/text.h"
#include "serve/core.h"
#include "serve/http/compress.h"
#include "serve/http/problem.h"
#include "serve/http/request_reader.h"

namespace assay::serve {

namespace {

constexpr size_t k_head_chunk = 4 << 10;
constexpr size_t k_body_chunk = 64 << 10;
constexpr size_t k_file_chunk = 256 << 10;
constexpr size_t k_most_discarded = 32 << 20;  // well past what the buffers on the way hold

struct Exchange {
  Request request;
  Admission admission;
  Steady::time_point began;
};

std::string request_id(Core& core) { return cat(core.run_name, "-", ++core.next_request); }

After after_of(const Core& core, const Request& request) {
  return request.keep_alive && !core.stopping ? After::keep_alive : After::close;
}

void finish(Core& core, const Connection& connection, const Exchange& exchange, int status) {
  const double seconds = std::chrono::duration<double>(Steady::now() - exchange.began).count();
  core.metrics.count_answer(status, seconds);
  const auto& request = exchange.request;
  if (!core.log.wants(request.method, status)) return;
  const std::string_view target = request.target;
  core.log.add({request.id, request.method, target.substr(0, target.find('?')),
                exchange.admission.visitor ? std::string_view(exchange.admission.visitor->name) : std::string_view(),
                request.remote.empty() ? std::string_view(connection.remote) : std::string_view(request.remote), status,
                seconds});
}

Task<bool> read_more(Connection& connection, std::string& in, size_t chunk) {
  const size_t had = in.size();
  in.resize(had + chunk);
  const auto [error, n] = co_await connection.socket.async_read_some(asio::buffer(in.data() + had, chunk), k_tuple);
  in.resize(had + (error ? 0 : n));
  co_return !error;
}

Task<bool> write_body_of_file(Core& core, Connection& connection, const FilePiece& piece) {
  std::uint64_t sent = 0;
  while (sent < piece.length) {
    const size_t want = static_cast<size_t>(std::min<std::uint64_t>(k_file_chunk, piece.length - sent));
    const auto at = static_cast<off_t>(piece.offset + sent);
    const auto read = co_await on_pool(core, [fd = piece.fd.get(), want, at](ops::Context&) {
      std::string bytes(want, '\0');
      const ssize_t n = ::pread(fd, bytes.data(), want, at);
      bytes.resize(n > 0 ? static_cast<size_t>(n) : 0);
      return text_response(200, "", std::move(bytes));
    });
    if (!read.body || read.body->empty()) co_return false;  // it became shorter: the client sees a broken answer
    const bool taken = co_await write_text(core, connection, *read.body);
    if (!taken) co_return false;
    sent += read.body->size();
  }
  co_return true;
}

Task<bool> write_response(Core& core, Connection& connection, const Request& request, Response response, After after) {
  place_problem(response, request.base);
  connection.phase = Phase::writing;
  connection.deadline = Steady::now() + core.limits.write;
  const std::string head = head_of(response, request.id, after);
  const bool bodiless = request.method == "HEAD" || response.status == 204 || response.status == 304;
  const std::array<asio::const_buffer, 2> buffers{
      asio::buffer(head), bodiless || !response.body ? asio::const_buffer() : asio::buffer(*response.body)};
  const auto [error, n] = co_await asio::async_write(connection.socket, buffers, k_tuple);
  if (error) co_return false;
  if (response.file && !bodiless) co_return co_await write_body_of_file(core, connection, *response.file);
  co_return true;
}

// A client that is still sending when we close would see its connection reset before it sees our answer.
Task<void> discard_rest(Core& core, Connection& connection) {
  boost::system::error_code ignored;
  connection.socket.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  connection.phase = Phase::reading;
  connection.expired = false;
  connection.deadline = Steady::now() + std::min(core.limits.head, std::chrono::seconds(2));
  std::string bytes;
  for (size_t seen = 0; seen < k_most_discarded; seen += bytes.size()) {
    bytes.clear();
    const bool more = co_await read_more(connection, bytes, k_body_chunk);
    if (!more) break;
  }
}

Task<void> refuse(Core& core, Connection& connection, const Exchange& exchange, const Response& response) {
  connection.expired = false;
  finish(core, connection, exchange, response.status);
  const bool sent = co_await write_response(core, connection, exchange.request, response, After::close);
  if (sent) co_await discard_rest(core, connection);
}

// The next request, admitted and whole. Nothing when the connection is over; what there was to say has
// been said then.
Task<std::optional<Exchange>> read_request(Core& core, Connection& connection, std::string& in) {
  if (in.empty()) {
    std::string().swap(in);
    connection.phase = Phase::idle;
    connection.idle_since = Steady::now();
    connection.deadline = connection.idle_since + core.limits.idle;
    const auto [error] = co_await connection.socket.async_wait(Socket::wait_read, k_tuple);
    if (error || connection.expired || core.stopping) co_return std::nullopt;
  }
  Exchange exchange;
  exchange.began = Steady::now();
  connection.phase = Phase::reading;
  connection.deadline = exchange.began + core.limits.head;
  RequestReader reader;
  size_t chunk = k_head_chunk;
  for (;;) {
    const size_t used = in.empty() ? 0 : reader.put(in);
    in.erase(0, used);
    if (reader.state() == RequestReader::State::head_done) {
      exchange.request = reader.request();
      exchange.request.remote = connection.remote;
      exchange.request.id = request_id(core);
      exchange.admission = core.api.admit(exchange.request);
      if (exchange.admission.refusal && exchange.request.has_body) {
        co_await refuse(core, connection, exchange, *exchange.admission.refusal);
        co_return std::nullopt;
      }
      reader.take_body(exchange.admission.body_limit);
      chunk = k_body_chunk;
      connection.deadline = Steady::now() + core.limits.body;
      if (reader.state() == RequestReader::State::body && exchange.request.expects_continue && in.empty()) {
        const bool asked = co_await write_text(core, connection, "HTTP/1.1 100 Continue\r\n\r\n");
        if (!asked) co_return std::nullopt;
      }
    }
    if (reader.state() == RequestReader::State::done) break;
    if (reader.state() == RequestReader::State::failed) {
      if (exchange.request.id.empty()) exchange.request.id = request_id(core);
      co_await refuse(core, connection, exchange, problem(reader.status(), reader.why()));
      co_return std::nullopt;
    }
    if (used > 0 && !in.empty() && reader.state() == RequestReader::State::body) continue;
    const bool more = co_await read_more(connection, in, chunk);
    if (!more) {
      if (!connection.expired) co_return std::nullopt;
      if (exchange.request.id.empty()) exchange.request.id = request_id(core);
      co_await refuse(core, connection, exchange, problem(408, "the request did not come in time"));
      co_return std::nullopt;
    }
  }
  if (!exchange.admission.refusal) exchange.request.body = reader.take().body;
  co_return exchange;
}

// Kept answers are found by their address, in the form that the client takes.
std::string kept_under(const Request& request) {
  return accepts_gzip(request.header("accept-encoding")) ? cat(request.target, " ", k_gzip_mark) : request.target;
}

Task<Response> answer(Core& core, Connection& connection, Exchange& exchange) {
  if (exchange.admission.refusal) co_return *exchange.admission.refusal;
  const bool keepable = Api::follows_from_store(exchange.admission, exchange.request);
  const auto version = keepable ? core.cache.version() : std::nullopt;
  connection.phase = Phase::working;
  connection.deadline = Steady::time_point::max();
  const auto* operation = exchange.admission.route.operation;
  const auto speed = operation == nullptr ? ops::Speed::quick : operation->speed;
  auto response = co_await on_pool(
      core,
      [&core, &exchange](ops::Context& context) {
        return core.api.answer(context, exchange.admission, exchange.request);
      },
      speed);
  if (keepable) core.cache.keep(kept_under(exchange.request), version, response);
  co_return response;
}

Task<bool> handle(Core& core, Connection& connection, Exchange& exchange) {
  const auto& request = exchange.request;
  if (exchange.admission.visitor) connection.visitor = std::make_shared<const Visitor>(*exchange.admission.visitor);
  if (!exchange.admission.refusal && exchange.admission.route.kind == Kind::events && request.method != "HEAD") {
    auto after = resume_key(request.header("last-event-id"));
    if (!after) after = resume_key(exchange.admission.target.field("after").value_or(""));
    finish(core, connection, exchange, 200);
    co_await send_events(core, connection, after, request.id);
    co_return false;
  }
  const After after = after_of(core, request);
  if (Api::follows_from_store(exchange.admission, request) && !exchange.admission.refusal &&
      request.header("if-none-match").empty()) {
    if (const auto kept = core.cache.find(kept_under(request))) {
      core.metrics.count_from_cache();
      finish(core, connection, exchange, kept->status);
      const bool sent = co_await write_response(core, connection, request, *kept, after);
      co_return sent&& after == After::keep_alive;
    }
  }
  const auto response = co_await answer(core, connection, exchange);
  finish(core, connection, exchange, response.status);
  if (response.followed) {
    const bool sent = co_await write_response(core, connection, request, response, After::close);
    if (sent && request.method != "HEAD") co_await send_followed(core, connection, response.followed);
    co_return false;
  }
  const bool sent = co_await write_response(core, connection, request, response, after);
  co_return sent&& after == After::keep_alive;
}

}  // namespace

Task<bool> write_text(Core& core, Connection& connection, std::string_view text) {
  connection.deadline = Steady::now() + core.limits.write;
  const auto [error, n] = co_await asio::async_write(connection.socket, asio::buffer(text), k_tuple);
  co_return !error;
}

Task<Response> on_pool(Core& core, std::function<Response(ops::Context&)> work, ops::Speed speed) {
  constexpr asio::use_awaitable_t<Executor> token{};
  co_return co_await asio::async_initiate<const asio::use_awaitable_t<Executor>, void(Response)>(
      [&core, &work, speed](auto&& handler) {
        using Handler = std::decay_t<decltype(handler)>;
        const auto shared = std::make_shared<Handler>(std::forward<decltype(handler)>(handler));
        const auto resume = [&io = core.io, shared](Response response) {
          asio::post(io, [shared, response = std::move(response)]() mutable { (*shared)(std::move(response)); });
        };
        auto& pool = speed == ops::Speed::quick ? core.pool : core.slow_pool;
        const bool taken =
            pool.post([resume, work = std::move(work)](ops::Context& context) { resume(work(context)); });
        if (!taken) resume(problem(unavailable("the server has more to do than it can; try again")));
      },
      token);
}

Task<void> converse(Core& core, std::shared_ptr<Connection> connection) {
  std::string in;
  for (bool more = true; more && !core.stopping;) {
    auto exchange = co_await read_request(core, *connection, in);
    if (!exchange) break;
    more = co_await handle(core, *connection, *exchange);
    connection->visitor.reset();
    if (exchange->admission.route.kind == Kind::logout) dismiss_unwelcome(core);
  }
  boost::system::error_code ignored;
  connection->socket.close(ignored);
  core.connections.erase(connection);
}

}  // namespace assay::serve
