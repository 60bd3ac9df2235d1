// The tokens that open the server, each with a name and a role. The file lies in the user's state folder
// (engine/access/state_files.h) and holds hashes, never a token: who can read it cannot come in.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "os/lock.h"

namespace assay::engine {

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
  std::string key;  // the id of the key
  std::string name;
  Role role = Role::viewer;
  std::optional<Time> expires_at;
  std::string session = {};  // its id, for one who came with a cookie (engine/access/sessions.h)
};

// One state of the file. A value.
class Keyring {
 public:
  const std::vector<Key>& keys() const { return m_keys; }

  // Nobody when the token is unknown or its time is over.
  std::optional<Visitor> by_token(std::string_view token, Time now) const;
  // Nobody when there is no such key any more, or its time is over.
  std::optional<Visitor> by_id(std::string_view id, Time now) const;

 private:
  friend class KeyringFile;
  std::vector<Key> m_keys;
};

constexpr std::int64_t k_access_day_ms = std::int64_t{24} * 3600 * 1000;
constexpr std::int64_t k_token_ms = 90 * k_access_day_ms;  // how long a token holds when nothing else is said

// Whether two texts are the same, in a time that does not depend on where they differ.
bool same_secret(std::string_view a, std::string_view b);

// Where it is kept: 0600, replaced as a whole, changed by one process at a time.
class KeyringFile {
 public:
  explicit KeyringFile(std::string folder) : m_folder(std::move(folder)) {}

  std::string path() const;
  // Empty when there is no file yet. Refused when others than its owner can read or write it.
  Result<Keyring> load() const;
  // Adds a key and gives its token, which is kept nowhere. A name that is there gets another key.
  struct Added {
    std::string token;
    Key key;
  };
  Result<Added> add(std::string_view name, Role role, Time now, std::optional<Time> expires_at) const;
  // By id or by name; how many went.
  Result<size_t> revoke(std::string_view which) const;
  // Keeps the keys of a file as older versions left it in the repository, unless there is a file here
  // already: this happens once. The keys that were taken over.
  Result<std::vector<Key>> take_over(const std::string& older) const;

 private:
  Result<os::Lock> lock() const;
  Result<void> save(const Keyring& keyring) const;
  std::string m_folder;
};

}  // namespace assay::engine
