// `assay serve` and `assay token`: wiring between the flags and the server.
#include <boost/json.hpp>

#include "base/json.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "ops/context.h"
#include "os/files.h"
#include "serve/keyring.h"
#include "serve/presence.h"
#include "serve/server.h"

namespace assay::cli {

namespace {

constexpr std::uint16_t k_port = 7411;

constexpr Flag k_flags[] = {
    {"--bind", "", Takes::value, "ADDRESS", "address to listen on; default 127.0.0.1, which only this machine reaches"},
    {"--port", "", Takes::value, "N", "port; default 7411, 0 for any that is free"},
    {"--url", "", Takes::values, "URL", "an address people use, such as https://assay.example.com (behind a proxy)"},
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

// Names without the kind in front: a key belongs to "anna", what she does is done by "person:anna".
Result<std::string> own_name(ops::Context& context) {
  TRY_ASSIGN(auto who, context.actor());
  constexpr std::string_view k_kind = "person:";
  if (who.starts_with(k_kind)) who.erase(0, k_kind.size());
  return who;
}

Result<std::string> keyring_folder(ops::Context& context) {
  TRY_ASSIGN(const auto* home, context.home());
  TRY(context.make_store());
  return os::join_path(home->folder, "serve");
}

}  // namespace

const std::span<const Flag> k_serve_flags = k_flags;

Result<int> run_serve(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_flags, invocation.arguments));
  if (!options.words().empty()) return invalid_input("serve takes no words, only options");
  serve::ServerSetup setup;
  setup.folder = options.value("--workspace").value_or(".");
  setup.address = options.value("--bind").value_or("127.0.0.1");
  TRY_ASSIGN(const auto port, number_of(options, "--port", {0, 65'535}, k_port));
  setup.port = static_cast<std::uint16_t>(port);
  setup.urls = options.values("--url");
  setup.web = options.value("--web").value_or("");
  TRY_ASSIGN(setup.log, log_level_of(options));
  TRY_ASSIGN(setup.limits, limits_of(options));
  TRY_ASSIGN(setup.workers, workers_of(options));

  SystemClock clock;
  ops::Context context({.folder = setup.folder, .actor = "", .missing_store = ops::Missing::make}, clock);
  TRY_ASSIGN(const auto folder, keyring_folder(context));
  const serve::KeyringFile keys(folder);
  TRY_ASSIGN(const auto keyring, keys.load());
  std::string token;
  if (keyring.keys().empty()) {
    TRY_ASSIGN(const auto who, own_name(context));
    TRY_ASSIGN(token, keys.add(who, serve::Role::operator_, clock.now(), std::nullopt));
  }
  setup.on_ready = [&](const std::string& address) {
    std::string text = cat("Assay is at ", address, "\n");
    if (!token.empty()) {
      text += cat("Log in:      ", address, "/login?token=", token, "\n",
                  "This address is shown once; it makes you an operator. Others: assay token new --help\n");
    } else {
      text += "Log in with a token made before, or make one: assay token new\n";
    }
    (void)print(text);
  };
  TRY(serve::run_server(setup));
  return k_exit_ok;
}

// ---- token

namespace {

constexpr Flag k_token_table[] = {
    {"--name", "", Takes::value, "NAME", "whose it is; what is done with it is recorded under this name"},
    {"--role", "", Takes::value, "ROLE", "viewer (may look) or operator (may accept, reject, ship); default operator"},
    {"--expires", "", Takes::value, "TIME", "how long it holds, such as 12h or 30d; default: until it is revoked"},
    {"--url", "", Takes::value, "URL", "address of the server, for the login address; default: the one that runs"},
    {"--json", "", Takes::nothing, "", "print JSON"},
    {"--workspace", "", Takes::value, "DIR", "repository; default: the current folder"},
};

Result<std::optional<Time>> expiry_of(const Parsed& options, Time now) {
  const auto given = options.value("--expires");
  if (!given) return std::optional<Time>();
  constexpr std::pair<char, std::int64_t> k_units[] = {{'s', 1000}, {'m', 60'000}, {'h', 3'600'000}, {'d', 86'400'000}};
  for (const auto& [letter, ms] : k_units) {
    if (given->empty() || given->back() != letter) continue;
    const auto n = parse_uint(std::string_view(*given).substr(0, given->size() - 1));
    if (n && *n <= 36'500) return std::optional(Time{now.ms + static_cast<std::int64_t>(*n) * ms});
  }
  return invalid_input(cat("--expires takes a time such as 12h or 30d, not ", excerpt(*given, 20)));
}

// Where a token is to be used: as said, else where a server of this repository runs, else where one would.
struct Entrance {
  std::string address;
  std::string note;  // what is only assumed; empty: nothing
};

Result<Entrance> entrance_of(ops::Context& context, const Parsed& options) {
  if (const auto given = options.value("--url")) return Entrance{*given, ""};
  TRY_ASSIGN(const auto folder, keyring_folder(context));
  if (const auto running = serve::running_servers(folder); !running.empty()) return Entrance{running.front(), ""};
  return Entrance{cat("http://127.0.0.1:", k_port),
                  cat("No server of this repository runs now; this assumes that `assay serve` will take port ", k_port,
                      " (--url names another address).\n")};
}

Result<int> new_token(ops::Context& context, const serve::KeyringFile& keys, const Parsed& options) {
  const auto role = serve::role_named(options.value("--role").value_or("operator"));
  if (!role) return invalid_input("--role takes viewer or operator");
  std::string who;
  if (const auto given = options.value("--name")) {
    TRY_ASSIGN(const auto person, ops::person(*given));
    who = person.substr(7);
  } else {
    TRY_ASSIGN(who, own_name(context));
  }
  const auto now = context.clock().now();
  TRY_ASSIGN(const auto expires, expiry_of(options, now));
  TRY_ASSIGN(const auto token, keys.add(who, *role, now, expires));
  TRY_ASSIGN(const auto entrance, entrance_of(context, options));
  const std::string login = cat(entrance.address, "/login?token=", token);
  if (options.has("--json")) {
    const json::object document{{"name", who}, {"role", name(*role)}, {"token", token}, {"login", login}};
    TRY(print(write_json(document, Indent::two_spaces) + "\n"));
  } else {
    TRY(print(cat("Token for ", printable(who), " (", name(*role), "): ", token, "\nLog in: ", login, "\n",
                  entrance.note, "It is shown this once and kept nowhere.\n")));
  }
  return k_exit_ok;
}

Result<int> list_tokens(const serve::KeyringFile& keys, const Parsed& options) {
  TRY_ASSIGN(const auto keyring, keys.load());
  json::array list;
  std::string text;
  for (const auto& key : keyring.keys()) {
    const std::string until = key.expires_at ? to_iso(*key.expires_at) : "";
    list.push_back(json::object{{"id", key.id},
                                {"name", key.name},
                                {"role", name(key.role)},
                                {"createdAt", to_iso(key.created_at)},
                                {"expiresAt", until.empty() ? json::value(nullptr) : json::value(until)}});
    text += cat(key.id, "  ", name(key.role), "  ", printable(key.name), until.empty() ? "" : "  until ", until, "\n");
  }
  if (options.has("--json")) text = write_json(json::object{{"tokens", std::move(list)}}, Indent::two_spaces) + "\n";
  if (text.empty()) text = "There are no tokens; the first `assay serve` makes one.\n";
  TRY(print(text));
  return k_exit_ok;
}

}  // namespace

const std::span<const Flag> k_token_flags = k_token_table;

Result<int> run_token(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_token_table, invocation.arguments));
  const auto& words = options.words();
  const std::string verb = words.empty() ? "" : words.front();
  SystemClock clock;
  ops::Context context(
      {.folder = options.value("--workspace").value_or("."), .actor = "", .missing_store = ops::Missing::make}, clock);
  TRY_ASSIGN(const auto folder, keyring_folder(context));
  const serve::KeyringFile keys(folder);
  if (verb == "new" && words.size() == 1) return new_token(context, keys, options);
  if (verb == "list" && words.size() == 1) return list_tokens(keys, options);
  if (verb != "revoke" || words.size() != 2)
    return invalid_input("token takes new, list, or revoke and an id or a name");
  TRY_ASSIGN(const auto gone, keys.revoke(words[1]));
  if (gone == 0) return not_found(cat("there is no token ", excerpt(words[1], 60), "; see assay token list"));
  TRY(print(cat("Revoked ", plural(gone, "token"), "; a running server knows it within a second.\n")));
  return k_exit_ok;
}

}  // namespace assay::cli
