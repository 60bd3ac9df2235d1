// What `assay serve` and `assay token` share: the keys and sessions of a repository, and addresses that log a browser
// in.
#pragma once

#include <string>

#include "engine/access/keyring.h"
#include "engine/access/sessions.h"
#include "ops/context.h"

namespace assay::cli {

constexpr std::uint16_t k_port = 7411;

struct LoginState {
  std::string folder;  // the user's state folder
  std::string note;    // for people, before anything else is said; or empty
  engine::KeyringFile keys;
  engine::SessionFile sessions;
};

// Makes the store when there is none.
Result<LoginState> open_login_state(ops::Context& context);

// Without the kind in front: a key belongs to "anna", what she does is done by "person:anna".
Result<std::string> own_name(ops::Context& context);

// "https://assay.example.com/login?code=…": works once, for ten minutes.
Result<std::string> make_login_link(const LoginState& state, const std::string& key, const std::string& address,
                                    Time now);

// What a first start shows.
std::string first_login(const LoginState& state, const engine::KeyringFile::Added& added, const std::string& address,
                        Time now);

}  // namespace assay::cli
