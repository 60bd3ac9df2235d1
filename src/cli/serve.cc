// `assay serve`: wiring between the flags and the server.
#include <unistd.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/login_links.h"
#include "ops/context.h"
#include "os/files.h"
#include "serve/access/server_sites.h"
#include "serve/server.h"

namespace assay::cli {

namespace {

constexpr Flag k_serve_table[] = {
    {"--bind", "", Takes::value, "ADDRESS", "address to listen on; default 127.0.0.1, which only this machine reaches"},
    {"--port", "", Takes::value, "N", "port; default 7411, 0 for any that is free"},
    {"--url", "", Takes::values, "URL",
     "an address people use: https://assay.example.com, https://example.com/assay (behind a proxy)"},
    {"--proxy", "", Takes::values, "ADDRESS",
     "a proxy (127.0.0.1, 10.0.0.0/24) whose X-Forwarded-For, -Proto and -Host are believed"},
    {"--insecure", "", Takes::nothing, "", "let --bind reach other machines without TLS: tokens travel in clear text"},
    {"--web", "", Takes::value, "DIR", "serve the page from this folder instead of the one built in"},
    {"--log", "", Takes::value, "LEVEL", "requests to log: errors, changes (default) or all"},
    {"--workers", "", Takes::value, "N",
     "jobs done here at the same time, agents too; default: only what people ask for"},
    {"--connections", "", Takes::value, "N", "how many clients at once; default 12000, or what the system allows"},
    {"--head-seconds", "", Takes::value, "N", "time for the head of a request; default 10"},
    {"--write-seconds", "", Takes::value, "N", "time for a client to take what it is sent; default 30"},
    {"--workspace", "", Takes::value, "DIR", "repository to serve; default: the current folder"},
};

constexpr Range k_some{1, 1'000'000};

Result<serve::Limits> limits_of(const Parsed& options) {
  serve::Limits limits;
  TRY_ASSIGN(limits.connections, number_of(options, "--connections", k_some, limits.connections));
  TRY_ASSIGN(const auto head,
             number_of(options, "--head-seconds", k_some, static_cast<std::uint64_t>(limits.head.count())));
  TRY_ASSIGN(const auto write,
             number_of(options, "--write-seconds", k_some, static_cast<std::uint64_t>(limits.write.count())));
  limits.head = std::chrono::seconds(head);
  limits.write = std::chrono::seconds(write);
  return limits;
}

Result<std::optional<std::uint32_t>> workers_of(const Parsed& options) {
  if (!options.has("--workers")) return std::optional<std::uint32_t>();
  TRY_ASSIGN(const auto n, number_of(options, "--workers", {0, 256}, 0));
  return std::optional(static_cast<std::uint32_t>(n));
}

Result<serve::LogLevel> log_level_of(const Parsed& options) {
  const auto given = options.value("--log").value_or("changes");
  if (given == "errors") return serve::LogLevel::errors;
  if (given == "changes") return serve::LogLevel::changes;
  if (given == "all") return serve::LogLevel::all;
  return invalid_input(cat("--log takes errors, changes or all, not ", excerpt(given, 20)));
}

}  // namespace

const std::span<const Flag> k_serve_flags = k_serve_table;

Result<int> run_serve(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_serve_table, invocation.arguments));
  if (!options.words().empty()) return invalid_input("serve takes no words, only options");
  serve::ServerSetup setup;
  setup.folder = options.value("--workspace").value_or(".");
  setup.address = options.value("--bind").value_or("127.0.0.1");
  TRY_ASSIGN(const auto port, number_of(options, "--port", {0, 65'535}, k_port));
  setup.port = static_cast<std::uint16_t>(port);
  setup.urls = options.values("--url");
  setup.proxies = options.values("--proxy");
  if (options.has("--insecure")) setup.plain_text = serve::PlainText::allowed;
  setup.web = options.value("--web").value_or("");
  TRY_ASSIGN(setup.log, log_level_of(options));
  TRY_ASSIGN(setup.limits, limits_of(options));
  TRY_ASSIGN(setup.workers, workers_of(options));

  TRY_ASSIGN(const auto warning, serve::exposure_of(setup.address, setup.urls, setup.plain_text));

  SystemClock clock;
  ops::Context context({.folder = setup.folder, .actor = "", .missing_store = ops::Missing::make}, clock);
  TRY_ASSIGN(const auto state, open_login_state(context));
  TRY(os::write_all(STDERR_FILENO, state.note + warning, "standard error"));
  std::optional<engine::KeyringFile::Added> first;
  TRY_ASSIGN(const auto keyring, state.keys.load());
  if (keyring.keys().empty()) {
    TRY_ASSIGN(const auto who, own_name(context));
    const auto now = clock.now();
    TRY_ASSIGN(first, state.keys.add(who, engine::Role::operator_, now, Time{now.ms + engine::k_token_ms}));
  }
  setup.on_ready = [&](const std::string& address, const std::string& people_use) {
    (void)print(cat("Assay is at ", address, "\n",
                    first ? first_login(state, *first, people_use, clock.now())
                          : "Log in with an address from: assay token link\n"));
  };
  TRY(serve::run_server(setup));
  return k_exit_ok;
}

}  // namespace assay::cli
