#include "serve/server.h"

#include <algorithm>
#include <unordered_map>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>

#include "base/hash.h"
#include "base/text.h"
#include "engine/home.h"
#include "engine/operator_config.h"
#include "engine/state_folder.h"
#include "engine/telemetry/telemetry.h"
#include "os/cancel_token.h"
#include "os/files.h"
#include "os/heap.h"
#include "os/private_file.h"
#include "os/service.h"
#include "serve/core.h"
#include "serve/presence.h"
#include "serve/store_watch.h"
#include "serve/workers.h"

namespace assay::serve {

namespace {

using Acceptor = asio::basic_socket_acceptor<asio::ip::tcp, Executor>;

constexpr unsigned k_give_back_seconds = 20;
constexpr std::chrono::seconds k_first_report{2};
constexpr std::chrono::seconds k_next_report{60};

// The one that has been idle longest makes room. False when all are at work.
bool make_room(Core& core) {
  std::shared_ptr<Connection> oldest;
  for (const auto& connection : core.connections) {
    if (connection->phase != Phase::idle) continue;
    if (!oldest || connection->idle_since < oldest->idle_since) oldest = connection;
  }
  if (!oldest) return false;
  core.connections.erase(oldest);
  boost::system::error_code ignored;
  oldest->socket.close(ignored);
  return true;
}

void welcome(Core& core, Socket socket) {
  boost::system::error_code ignored;
  socket.set_option(asio::ip::tcp::no_delay(true), ignored);
  const auto peer = socket.remote_endpoint(ignored);
  auto connection = std::make_shared<Connection>(std::move(socket));
  connection->remote = peer.address().to_string();
  core.connections.insert(connection);
  asio::co_spawn(core.io.get_executor(), converse(core, connection), asio::detached);
}

Task<void> accept_clients(Core& core, Acceptor& acceptor) {
  Timer pause(core.io);
  while (!core.stopping) {
    auto [error, socket] = co_await acceptor.async_accept(k_tuple);
    if (core.stopping) co_return;
    if (error) {  // out of descriptors, or the client went: not a reason to stop, nor to spin
      core.metrics.count_refused_connection();
      if (!make_room(core)) {
        pause.expires_after(std::chrono::milliseconds(50));
        (void)co_await pause.async_wait(k_tuple);
      }
      continue;
    }
    if (core.connections.size() >= core.limits.connections && !make_room(core)) {
      core.metrics.count_refused_connection();
      continue;  // closed with its socket
    }
    welcome(core, std::move(socket));
  }
}

// Once a second: whoever is over his time has what he waits for cancelled.
Task<void> sweep(Core& core) {
  Timer timer(core.io);
  while (!core.stopping) {
    timer.expires_after(std::chrono::seconds(1));
    (void)co_await timer.async_wait(k_tuple);
    dismiss_unwelcome(core);
    const auto now = Steady::now();
    core.metrics.connections = static_cast<std::int64_t>(core.connections.size());
    for (const auto& connection : core.connections) {
      if (connection->deadline > now) continue;
      connection->expired = true;
      connection->deadline = Steady::time_point::max();
      boost::system::error_code ignored;
      connection->socket.cancel(ignored);
    }
  }
}

// To the collector that the operator named, when there is one: soon after the start, then each minute. What it did not
// take is in the next report as well.
Task<void> report_metrics(Core& core) {
  const Time since = SystemClock().now();
  Timer timer(core.io);
  for (auto pause = k_first_report; !core.stopping; pause = k_next_report) {
    timer.expires_after(pause);
    (void)co_await timer.async_wait(k_tuple);
    core.slow_pool.post([list = core.metrics.list(), since](ops::Context& context) {
      const auto home = context.home();
      if (!home) return;
      const auto config = engine::load_operator_config(engine::private_folder(**home));
      if (!config || config->otel.endpoint.empty()) return;
      (void)engine::send_metrics(config->otel, list, since, context.clock().now(), context.cancel());
    });
  }
}

void close_all(Core& core, bool even_busy) {
  const auto open = core.connections;
  for (const auto& connection : open) {
    const bool quiet = connection->phase == Phase::idle || connection->phase == Phase::streaming;
    if (!quiet && !even_busy) continue;
    boost::system::error_code ignored;
    connection->socket.close(ignored);
  }
  core.wake_listeners();
}

// Takes nothing new, lets what goes on come to its end, then ends the loop.
Task<void> drain(Core& core, Acceptor& acceptor) {
  core.stopping = true;
  boost::system::error_code ignored;
  acceptor.close(ignored);
  os::notify_service("STOPPING=1");
  core.log.log_message(cat("stopping; ", core.connections.size(), " connections are open"));
  if (core.on_stop) core.on_stop();
  const auto until = Steady::now() + core.limits.drain;
  Timer timer(core.io);
  for (bool over = false; !core.connections.empty();) {
    if (!over && Steady::now() > until) {
      over = true;
      os::cancel_commands(SIGTERM);  // what waits for an agent or a check ends with it
    }
    close_all(core, over);
    timer.expires_after(std::chrono::milliseconds(20));
    (void)co_await timer.async_wait(k_tuple);
  }
  core.io.stop();
}

Task<void> wait_for_signals(Core& core, Acceptor& acceptor) {
  asio::basic_signal_set<Executor> signals(core.io.get_executor(), SIGTERM, SIGINT);
  (void)co_await signals.async_wait(k_tuple);
  asio::co_spawn(core.io.get_executor(), drain(core, acceptor), asio::detached);
  (void)co_await signals.async_wait(k_tuple);
  core.io.stop();
}

Result<void> bind(Acceptor& acceptor, const ServerSetup& setup) {
  boost::system::error_code error;
  const auto address = asio::ip::make_address(setup.address, error);
  if (error) {
    return invalid_input(cat("--bind takes an address such as 127.0.0.1 or ::1, not ", excerpt(setup.address, 60)));
  }
  const asio::ip::tcp::endpoint endpoint(address, setup.port);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(4096, error);
  if (error) {
    return unavailable(cat("cannot listen on ", setup.address, " port ", setup.port, ": ", error.message(),
                           "; choose another with --port, or --port 0 for any that is free"));
  }
  return {};
}

std::string shown_address(const Acceptor& acceptor) {
  const auto endpoint = acceptor.local_endpoint();
  const std::string host = endpoint.address().to_string();
  const bool everywhere = endpoint.address().is_unspecified();
  return cat("http://",
             everywhere            ? "127.0.0.1"
             : contains(host, ":") ? cat("[", host, "]")
                                   : host,
             ":", endpoint.port());
}

}  // namespace

void dismiss_unwelcome(Core& core) {
  std::unordered_map<std::string, bool> welcome;  // many streams, few visitors
  bool any = false;
  for (const auto& connection : core.connections) {
    const auto who = connection->visitor;
    if (!who) continue;
    const auto [known, is_new] = welcome.try_emplace(cat(who->key, " ", who->session), true);
    if (is_new) known->second = core.api.still_welcome(*who);
    if (known->second) continue;
    boost::system::error_code ignored;
    connection->socket.close(ignored);
    connection->visitor.reset();
    any = true;
  }
  if (any) core.wake_listeners();
}

Result<void> run_server(const ServerSetup& setup) {
  os::keep_heap_small();
  os::allow_cancelling();
  SystemClock clock;
  ops::Context context({.folder = setup.folder, .actor = "", .missing_store = ops::Missing::make}, clock);
  TRY_ASSIGN(const auto* home, context.home());
  TRY(context.make_store());
  TRY(os::make_private_folder(os::join_path(home->folder, "serve")));  // for changes.jsonl
  TRY_ASSIGN(const auto state, engine::make_state_folder(home->git_folder));
  Credentials credentials(state, clock);
  TRY(credentials.load());
  TRY(exposure_of(setup.address, setup.urls, setup.plain_text));
  std::vector<Network> proxies;
  for (const auto& each : setup.proxies) {
    TRY_ASSIGN(const auto network, network_named(each));
    proxies.push_back(network);
  }

  asio::io_context io(1);
  Acceptor acceptor(io.get_executor());
  TRY(bind(acceptor, setup));
  TRY_ASSIGN(auto sites, server_sites_of(setup.address, acceptor.local_endpoint().port(), setup.urls));
  const auto address = shown_address(acceptor);
  const auto people_use = sites.named > 0 ? address_of(sites.sites.front()) : address;
  const auto presence = announce_server(state, address, people_use);
  Limits limits = setup.limits;
  limits.connections = std::min<size_t>(limits.connections, os::raise_file_limit() * 9 / 10);

  const Guard guard(std::move(sites), std::move(proxies), credentials, clock);
  Metrics metrics;
  RequestLog log(setup.log);
  Api api(home->folder, guard, Page(setup.web), metrics);

  Core* shared = nullptr;
  StoreWatch::Listener listener;
  listener.on_events = [&](std::vector<FeedText> events) {
    asio::post(io, [&, events = std::move(events)]() mutable {
      shared->metrics.count_events(events.size());
      shared->feed.publish(std::move(events));
      shared->wake_listeners();
    });
  };
  listener.on_change = [&] {
    asio::post(io, [&] {
      ++shared->hint;
      shared->wake_listeners();
    });
  };
  listener.each_second = [&, seconds = 0U]() mutable {
    credentials.keep_uses();
    if (++seconds % k_give_back_seconds == 0) os::give_back_memory();
  };
  TRY_ASSIGN(const auto watch, StoreWatch::start(home->store, std::move(listener)));
  EventFeed feed(watch->first_end());
  AnswerCache cache(watch->version());
  {
    Pool pool(setup.folder, limits.pool, limits.queue);
    Pool slow_pool(setup.folder, limits.slow_threads, limits.slow_queue);
    Core core{io, limits, api, pool, slow_pool, cache, feed, metrics, log, {}, {}, 0, false, 0, random_name(6), {}};
    shared = &core;
    asio::co_spawn(io.get_executor(), accept_clients(core, acceptor), asio::detached);
    asio::co_spawn(io.get_executor(), sweep(core), asio::detached);
    asio::co_spawn(io.get_executor(), report_metrics(core), asio::detached);
    asio::co_spawn(io.get_executor(), wait_for_signals(core, acceptor), asio::detached);
    std::optional<Workers> workers;
    if (setup.workers.value_or(1) > 0) {
      workers.emplace(setup.folder, setup.workers, [&log](std::string_view text) { log.log_message(text); });
      core.on_stop = [&workers] { workers->stop(); };
    }
    if (setup.on_ready) setup.on_ready(address, people_use);
    os::notify_service("READY=1");
    io.run();
    workers.reset();
    os::cancel_commands(SIGTERM);  // of those nobody waits for any more
  }
  return {};
}

}  // namespace assay::serve
