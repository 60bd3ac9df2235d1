#include "cli/login_links.h"

#include "base/text.h"
#include "engine/access/state_files.h"

namespace assay::cli {

Result<LoginState> open_login_state(ops::Context& context) {
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(auto state, engine::open_state(*home));
  TRY(context.make_store());
  return LoginState{state.folder, std::move(state.note), engine::KeyringFile(state.folder),
                    engine::SessionFile(state.folder)};
}

Result<std::string> own_name(ops::Context& context) {
  TRY_ASSIGN(auto who, context.actor());
  constexpr std::string_view k_kind = "person:";
  if (who.starts_with(k_kind)) who.erase(0, k_kind.size());
  return who;
}

Result<std::string> make_login_link(const LoginState& state, const std::string& key, const std::string& address,
                                    Time now) {
  std::string code;
  TRY(state.sessions.change(now, [&](engine::Sessions& sessions) { code = sessions.make_link(key, now); }));
  return cat(address, "/login?code=", code);
}

std::string first_login(const LoginState& state, const engine::KeyringFile::Added& added, const std::string& address,
                        Time now) {
  const auto link = make_login_link(state, added.key.id, address, now);
  return cat("Log in:      ", link ? *link : link.error().message, "\n",
             "             It makes you an operator, once, within 10 minutes. Another: assay token link\n",
             "Token:       ", added.token, "\n",
             "             For programs. It is shown this once and holds 90 days. Others: assay token new --help\n");
}

}  // namespace assay::cli
