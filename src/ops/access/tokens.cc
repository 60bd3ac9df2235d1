#include "ops/access/tokens.h"

#include <algorithm>

#include "base/printable.h"
#include "base/text.h"
#include "engine/access/sessions.h"
#include "ops/access/access_state.h"
#include "ops/operation.h"

namespace assay::ops {

namespace {

constexpr std::string_view k_person = "person:";

Result<std::optional<Time>> expiry_of(const std::optional<std::string>& given, Time now) {
  if (!given) return std::optional(Time{now.ms + engine::k_token_ms});
  if (*given == "never") return std::optional<Time>();
  constexpr std::pair<char, std::int64_t> k_units[] = {{'s', 1000}, {'m', 60'000}, {'h', 3'600'000}, {'d', 86'400'000}};
  for (const auto& [letter, ms] : k_units) {
    if (given->empty() || given->back() != letter) continue;
    const auto n = parse_uint(std::string_view(*given).substr(0, given->size() - 1));
    if (n && *n <= 36'500) return std::optional(Time{now.ms + static_cast<std::int64_t>(*n) * ms});
  }
  return invalid_input(cat("expires takes a time such as 12h or 30d, or never, not ", excerpt(*given, 20)));
}

}  // namespace

std::string until_of(const std::optional<Time>& time, Time now) {
  if (!time) return "never ends";
  return cat(*time <= now ? "ended " : "until ", to_iso(*time));
}

void TokenDocument::fields(Fields& f) {
  f.field(item("id"), key.id);
  f.field(item("name", "whose it is; what is done with it is recorded under this name"), key.name);
  f.field(item("role"), key.role);
  f.field(item("createdAt"), key.created_at);
  f.field(item("expiresAt", "null: it never ends"), key.expires_at);
}

void ListTokens::Row::fields(Fields& f) {
  token.fields(f);
  f.field(item("sessions", "browsers that are logged in with it"), sessions);
  f.field(item("over", "it opens nothing any more"), over);
}

void ListTokens::Response::fields(Fields& f) { f.field(item("tokens", "oldest first"), tokens); }

void MakeToken::Request::fields(Fields& f) {
  f.field({.name = "name",
           .help = "whose it is; what is done with it is recorded under this name",
           .need = Need::required,
           .value = "NAME"},
          name);
  f.field(flag("role", "viewer (may look) or operator (may accept, reject, ship); default operator"), role);
  f.field(flag("expires", "how long it holds: 12h, 30d, or never; default 90d", "TIME"), expires);
}

void MakeToken::Response::fields(Fields& f) {
  made.fields(f);
  f.field(item("token", "shown this once and kept nowhere"), token);
}

void RevokeToken::Request::fields(Fields& f) { f.field(word("token", "its id, or a name: all tokens of it"), token); }

void RevokeToken::Response::fields(Fields& f) {
  f.field(item("revoked", "how many tokens"), revoked);
  f.field(item("sessions", "browsers that were logged out by it"), sessions);
}

Result<ListTokens::Response> ListTokens::run(Context& context, const Request&) {
  TRY_ASSIGN(const auto folder, access_folder(context));
  TRY_ASSIGN(const auto keyring, engine::KeyringFile(folder).load());
  TRY_ASSIGN(const auto sessions, engine::SessionFile(folder).load());
  const auto now = context.clock().now();
  Response out;
  for (const auto& key : keyring.keys()) {
    const auto open = std::count_if(sessions.all().begin(), sessions.all().end(), [&](const engine::Session& session) {
      return session.key == key.id && now < end_of(session);
    });
    out.tokens.push_back({{key}, static_cast<std::uint64_t>(open), key.expires_at && *key.expires_at <= now});
  }
  return out;
}

Result<MakeToken::Response> MakeToken::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto who, person(request.name));
  const auto now = context.clock().now();
  TRY_ASSIGN(const auto expires, expiry_of(request.expires, now));
  TRY_ASSIGN(const auto folder, access_folder(context));
  const auto role = request.role.value_or(engine::Role::operator_);
  TRY_ASSIGN(auto added, engine::KeyringFile(folder).add(who.substr(k_person.size()), role, now, expires));
  TRY(note_access(context, folder,
                  {"token_made", {{"id", added.key.id}, {"name", added.key.name}, {"role", name(added.key.role)}}}));
  return Response{{std::move(added.key)}, std::move(added.token)};
}

Result<RevokeToken::Response> RevokeToken::run(Context& context, const Request& request) {
  TRY_ASSIGN(const auto folder, access_folder(context));
  const engine::KeyringFile keys(folder);
  TRY_ASSIGN(const auto before, keys.load());
  TRY_ASSIGN(const auto gone, keys.revoke(request.token));
  if (gone == 0) return not_found(cat("there is no token ", excerpt(request.token, 60), "; see assay token list"));
  Response out{gone, 0};
  TRY(engine::SessionFile(folder).change(context.clock().now(), [&](engine::Sessions& sessions) {
    for (const auto& key : before.keys()) {
      if (key.id == request.token || key.name == request.token) out.sessions += sessions.end(key.id);
    }
  }));
  TRY(note_access(context, folder, {"token_revoked", {{"token", request.token}, {"revoked", gone}}}));
  return out;
}

std::string present(const ListTokens::Response& answer, const Terminal&) {
  std::string out;
  for (const auto& row : answer.tokens) {
    const auto& key = row.token.key;
    const auto when = key.expires_at ? cat(row.over ? "ended " : "until ", to_iso(*key.expires_at)) : "never ends";
    out += cat(key.id, "  ", name(key.role), "  ", printable(key.name), "  ", when,
               row.sessions > 0 ? cat("  ", plural(row.sessions, "session")) : "", "\n");
  }
  return out.empty() ? "There are no tokens; the first `assay serve` makes one.\n" : out;
}

std::string present(const MakeToken::Response& answer, const Terminal&) {
  const auto& key = answer.made.key;
  return cat("Token for ", printable(key.name), " (", name(key.role), ", ", until_of(key.expires_at, key.created_at),
             "): ", answer.token, "\nIt is shown this once and kept nowhere.\n");
}

std::string present(const RevokeToken::Response& answer, const Terminal&) {
  return cat("Revoked ", plural(answer.revoked, "token"), " and ended ", plural(answer.sessions, "session"), ".\n");
}

constinit const NamedSchema ListTokens::Response::k_schema =
    named_schema<ListTokens::Response>("token-list", "The tokens that open the server");
constinit const NamedSchema MakeToken::Response::k_schema =
    named_schema<MakeToken::Response>("token-new", "A token that was made");
constinit const NamedSchema RevokeToken::Response::k_schema =
    named_schema<RevokeToken::Response>("token-revoked", "Tokens that were revoked");

namespace {

constexpr Operation operation_of_token_list() {
  auto operation = reads<ListTokens>({"token.list", "list the tokens that open the server", "",
                                      "  {} token list\n  {} token list --json\n", "GET", "/api/tokens"});
  operation.callers = Callers::people;
  operation.for_operators = true;
  return operation;
}

constexpr Operation operation_of_token_new() {
  auto operation =
      decides<MakeToken>({"token.new", "make a token that opens the server",
                          "Only its hash is kept: it is shown this once. Who made it is in access.jsonl of the state\n"
                          "folder (docs/formats/state.md).",
                          "  {} token new --name anna --role viewer --expires 30d\n", "POST", "/api/tokens", 201});
  operation.gives_secret = true;
  return operation;
}

}  // namespace

constinit const Operation k_token_list_operation = operation_of_token_list();
constinit const Operation k_token_new_operation = operation_of_token_new();
constinit const Operation k_token_revoke_operation = decides<RevokeToken>(
    {"token.revoke", "revoke a token; browsers that came with it are logged out", "A running server follows at once.",
     "  {} token revoke anna\n  {} token revoke key-3f7a\n", "DELETE", "/api/tokens/{token}"});

}  // namespace assay::ops
