// `assay token`: the tokens that open the server, the sessions of browsers, and addresses that log one in.
#include <algorithm>

#include <boost/json.hpp>
#include <unistd.h>

#include "base/json.h"
#include "base/json_time.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/login_links.h"
#include "cli/output.h"
#include "ops/access/tokens.h"
#include "ops/codec.h"
#include "os/files.h"
#include "serve/presence.h"

namespace assay::cli {

namespace {

constexpr Flag k_token_table[] = {
    {"--name", "", Takes::value, "NAME", "whose it is; what is done with it is recorded under this name"},
    {"--role", "", Takes::value, "ROLE", "viewer (may look) or operator (may accept, reject, ship); default operator"},
    {"--expires", "", Takes::value, "TIME", "how long it holds: 12h, 30d, or never; default 90d"},
    {"--url", "", Takes::value, "URL", "address of the server, for the login address; default: the one that runs"},
    {"--json", "", Takes::nothing, "", "print JSON"},
    {"--as", "", Takes::value, "NAME", "who does this (default: ASSAY_ACTOR, git's user.name)"},
    {"--workspace", "", Takes::value, "DIR", "repository; default: the current folder"},
};

constexpr std::string_view k_link_hint = "It works once, for 10 minutes.";

// Where a token is to be used: as said, else where a server of this repository runs, else where one would.
struct Entrance {
  std::string address;
  std::string note;  // what is only assumed; empty: nothing
};

Entrance entrance_of(const LoginState& state, const Parsed& options) {
  if (auto given = options.value("--url")) {
    while (given->ends_with('/')) given->pop_back();
    return {*given, ""};
  }
  if (const auto running = serve::running_servers(state.folder); !running.empty()) return {running.front(), ""};
  return {cat("http://127.0.0.1:", k_port),
          cat("No server of this repository runs now; this assumes that `assay serve` will take port ", k_port,
              " (--url names another address).\n")};
}

Result<int> new_token(ops::Context& context, const LoginState& state, const Parsed& options) {
  ops::MakeToken::Request request;
  request.role = engine::role_named(options.value("--role").value_or("operator"));
  if (!request.role) return invalid_input("--role takes viewer or operator");
  request.expires = options.value("--expires");
  request.name = options.value("--name").value_or("");
  if (!options.has("--name")) {
    TRY_ASSIGN(request.name, own_name(context));
  }
  TRY_ASSIGN(auto made, ops::MakeToken::run(context, request));
  const auto& key = made.made.key;
  const auto now = context.clock().now();
  const auto entrance = entrance_of(state, options);
  TRY_ASSIGN(const auto login, make_login_link(state, key.id, entrance.address, now));
  if (options.has("--json")) {
    auto document = ops::encode(made);
    document.as_object()["login"] = login;
    TRY(print(write_json(document, Indent::two_spaces) + "\n"));
  } else {
    TRY(print(cat(present(made, terminal_of_stdout(context.clock())), "Log in: ", login, "\n", entrance.note,
                  "The address logs one browser in. ", k_link_hint, " Another: assay token link ", key.id, "\n")));
  }
  return k_exit_ok;
}

// The newest that holds of those with this id or name.
Result<engine::Key> key_named(const LoginState& state, std::string_view which, Time now) {
  TRY_ASSIGN(const auto keyring, state.keys.load());
  const auto& keys = keyring.keys();
  const auto found = std::find_if(keys.rbegin(), keys.rend(), [&](const engine::Key& key) {
    return (key.id == which || key.name == which) && keyring.by_id(key.id, now);
  });
  if (found != keys.rend()) return *found;
  return not_found(cat("there is no token ", excerpt(printable(which), 60),
                       " that holds; see assay token list, or make one: assay token new"));
}

Result<int> new_link(ops::Context& context, const LoginState& state, const Parsed& options) {
  const auto now = context.clock().now();
  std::string which;
  if (options.words().size() == 2) {
    which = options.words()[1];
  } else {
    TRY_ASSIGN(which, own_name(context));
  }
  TRY_ASSIGN(const auto key, key_named(state, which, now));
  const auto entrance = entrance_of(state, options);
  TRY_ASSIGN(const auto login, make_login_link(state, key.id, entrance.address, now));
  if (options.has("--json")) {
    const json::object document{{"id", key.id},
                                {"name", key.name},
                                {"role", name(key.role)},
                                {"login", login},
                                {"expiresAt", to_iso(Time{now.ms + engine::k_link_ms})}};
    TRY(print(write_json(document, Indent::two_spaces) + "\n"));
  } else {
    TRY(print(cat("Log in as ", printable(key.name), " (", name(key.role), "): ", login, "\n", entrance.note,
                  k_link_hint, "\n")));
  }
  return k_exit_ok;
}

// As the operation answers it.
template <class Response>
Result<int> print_answer(ops::Context& context, Response response, const Parsed& options) {
  if (options.has("--json")) {
    TRY(print(write_json(ops::encode(response), Indent::two_spaces) + "\n"));
  } else {
    TRY(print(present(response, terminal_of_stdout(context.clock()))));
  }
  return k_exit_ok;
}

Result<int> list_tokens(ops::Context& context, const Parsed& options) {
  TRY_ASSIGN(auto list, ops::ListTokens::run(context, {}));
  return print_answer(context, std::move(list), options);
}

Result<int> list_sessions(ops::Context& context, const LoginState& state, const Parsed& options) {
  TRY_ASSIGN(const auto keyring, state.keys.load());
  TRY_ASSIGN(const auto sessions, state.sessions.load());
  const auto now = context.clock().now();
  json::array list;
  std::string text;
  for (const auto& session : sessions.all()) {
    const auto who = keyring.by_id(session.key, now);
    if (!who || end_of(session) <= now) continue;
    const auto end = std::min(who->expires_at.value_or(end_of(session)), end_of(session));
    list.push_back(json::object{{"id", session.id},
                                {"token", session.key},
                                {"name", who->name},
                                {"role", name(who->role)},
                                {"createdAt", to_iso(session.created_at)},
                                {"usedAt", to_iso(session.used_at)},
                                {"expiresAt", to_iso(end)}});
    text += cat(session.id, "  ", name(who->role), "  ", printable(who->name), "  since ", to_iso(session.created_at),
                "  used ", to_iso(session.used_at), "  until ", to_iso(end), "\n");
  }
  if (options.has("--json")) text = write_json(json::object{{"sessions", std::move(list)}}, Indent::two_spaces) + "\n";
  if (text.empty()) text = "No browser is logged in.\n";
  TRY(print(text));
  return k_exit_ok;
}

// By id, by the id or the name of their token, or all.
Result<int> end_sessions(ops::Context& context, const LoginState& state, const std::string& which) {
  TRY_ASSIGN(const auto keyring, state.keys.load());
  size_t gone = 0;
  TRY(state.sessions.change(context.clock().now(), [&](engine::Sessions& sessions) {
    gone = which == "all" ? sessions.end_all() : sessions.end(which);
    for (const auto& key : keyring.keys()) {
      if (key.name == which) gone += sessions.end(key.id);
    }
  }));
  if (gone == 0 && which != "all") {
    return not_found(cat("there is no session ", excerpt(printable(which), 60), "; see assay token sessions"));
  }
  TRY(print(cat("Ended ", plural(gone, "session"), ".\n")));
  return k_exit_ok;
}

Result<int> revoke(ops::Context& context, const Parsed& options) {
  TRY_ASSIGN(auto revoked, ops::RevokeToken::run(context, {options.words()[1]}));
  return print_answer(context, revoked, options);
}

}  // namespace

const std::span<const Flag> k_token_flags = k_token_table;

Result<int> run_token(const Invocation& invocation) {
  TRY_ASSIGN(const auto options, parse(k_token_table, invocation.arguments));
  const auto& words = options.words();
  const std::string verb = words.empty() ? "" : words.front();
  SystemClock clock;
  ops::Context::Setup setup;
  setup.folder = options.value("--workspace").value_or(".");
  setup.missing_store = ops::Missing::make;
  if (const auto who = options.value("--as")) {
    TRY_ASSIGN(setup.actor, ops::person(*who));
  }
  ops::Context context(std::move(setup), clock);
  TRY_ASSIGN(const auto state, open_login_state(context));
  TRY(os::write_all(STDERR_FILENO, state.note, "standard error"));
  if (verb == "new" && words.size() == 1) return new_token(context, state, options);
  if (verb == "link" && words.size() <= 2) return new_link(context, state, options);
  if (verb == "list" && words.size() == 1) return list_tokens(context, options);
  if (verb == "sessions" && words.size() == 1) return list_sessions(context, state, options);
  if (verb == "end" && words.size() == 2) return end_sessions(context, state, words[1]);
  if (verb == "revoke" && words.size() == 2) return revoke(context, options);
  return invalid_input(
      "token takes new, link [ID or NAME], list, sessions, end SESSION (or a token's ID or NAME, or all), or revoke "
      "and "
      "an ID or NAME");
}

}  // namespace assay::cli
