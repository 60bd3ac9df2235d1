// `assay serve`: one thread that talks to all clients (coroutines, no waiting), a few threads on which
// operations run, and one that watches the store.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "serve/access/server_sites.h"
#include "serve/request_log.h"

namespace assay::serve {

struct Limits {
  size_t connections = 12'000;     // when all are taken, the one that has been idle longest makes room
  std::chrono::seconds head{10};   // for the head of a request, from its first byte
  std::chrono::seconds body{60};   // for its body
  std::chrono::seconds idle{75};   // between requests
  std::chrono::seconds write{30};  // for a client to take what is sent
  std::chrono::seconds drain{10};  // for what is going on when the server is told to stop
  size_t pool = 4;                 // threads for operations
  size_t queue = 1024;             // operations that wait for one
  size_t slow_threads = 8;         // threads for those that wait for agents, checks or other machines
  size_t slow_queue = 32;
};

struct ServerSetup {
  std::string folder;  // somewhere in the repository
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;            // 0: any that is free
  std::vector<std::string> urls;     // addresses people use, "https://example.com/assay"
  std::vector<std::string> proxies;  // "10.0.0.7", "10.0.0.0/24": whose X-Forwarded-For and the like are believed
  PlainText plain_text = PlainText::refused;
  std::string web;  // serve the page from this folder
  LogLevel log = LogLevel::changes;
  Limits limits;
  // Jobs that are done in this process at the same time. Nothing: one, and none that starts an agent, so that what
  // people ask for on the page (verify, land, ship) is done; tasks are then for `assay run` and `assay worker`.
  std::optional<std::uint32_t> workers;
  // Called once requests are taken, with "http://127.0.0.1:7411" and the address that people use.
  std::function<void(const std::string&, const std::string&)> on_ready;
};

// Until SIGTERM or SIGINT, then drains and returns. A second signal ends at once.
Result<void> run_server(const ServerSetup& setup);

}  // namespace assay::serve
