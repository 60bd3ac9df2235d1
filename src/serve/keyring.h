// The tokens that open the server, each with a name and a role, and the cookies made from them. The
// file holds hashes, never a token: who can read it cannot come in, and an agent that runs as the same
// user cannot accept its own work with what it finds there.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace assay::serve {

enum class Role { viewer, operator_ };
std::string_view name(Role role);
std::optional<Role> role_named(std::string_view name);

struct Key {
  std::string id;    // "key-…"
  std::string name;  // who: "anna"; the actor of what is done with it is "person:anna"
  Role role = Role::viewer;
  std::string hash;  // SHA-256 of the token
  Time created_at;
  std::optional<Time> expires_at;
};

// Whoever came in.
struct Visitor {
  std::string key;  // the id of what opened the door
  std::string name;
  Role role = Role::viewer;
  std::optional<Time> expires_at;
};

// One state of the file. A value.
class Keyring {
 public:
  const std::vector<Key>& keys() const { return m_keys; }

  // Nobody when the token is unknown or its time is over.
  std::optional<Visitor> by_token(std::string_view token, Time now) const;
  // A cookie says which key it was made from and how long it holds, sealed with the secret of the file; it
  // ends with its key, and survives a restart of the server.
  std::optional<std::string> cookie_for(std::string_view token, Time now) const;
  std::optional<Visitor> by_cookie(std::string_view cookie, Time now) const;
  // Whether who came in earlier would still come in.
  bool still_holds(const Visitor& visitor, Time now) const;

 private:
  friend class KeyringFile;
  std::string seal(std::string_view text) const;
  std::vector<Key> m_keys;
  std::string m_secret;
};

constexpr std::int64_t k_cookie_ms = std::int64_t{14} * 24 * 3600 * 1000;

// Where it is kept: 0600, replaced as a whole, changed by one process at a time.
class KeyringFile {
 public:
  explicit KeyringFile(std::string folder) : m_folder(std::move(folder)) {}

  std::string path() const;
  // Empty when there is no file yet. Refused when others than its owner can read or write it.
  Result<Keyring> load() const;
  // Adds a key and gives its token, which is kept nowhere. A name that is there gets another key.
  Result<std::string> add(std::string_view name, Role role, Time now, std::optional<Time> expires_at) const;
  // By id or by name; how many went.
  Result<size_t> revoke(std::string_view which) const;

 private:
  Result<void> save(const Keyring& keyring) const;
  std::string m_folder;
};

}  // namespace assay::serve
