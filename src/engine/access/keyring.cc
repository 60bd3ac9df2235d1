#include "engine/access/keyring.h"

#include <boost/json.hpp>
#include <sodium.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/json_time.h"
#include "base/text.h"
#include "os/files.h"
#include "os/lock.h"
#include "os/private_file.h"
#include "os/secret_file.h"

namespace assay::engine {

namespace {

constexpr size_t k_token_letters = 40;  // 200 bits
constexpr std::string_view k_token_prefix = "assay-";

bool is_over(const Key& key, Time now) { return key.expires_at && *key.expires_at <= now; }

Visitor visitor_of(const Key& key) { return {key.id, key.name, key.role, key.expires_at}; }

// A flipped bit would make another role, name or end of it.
std::string sum_of(const json::value& keys) { return sha256_hex(write_json(keys, Indent::none)); }

json::value document_of(const Keyring& keyring) {
  json::array keys;
  for (const auto& key : keyring.keys()) {
    keys.push_back(json::object{{"id", key.id},
                                {"name", key.name},
                                {"role", name(key.role)},
                                {"hash", key.hash},
                                {"createdAt", to_iso(key.created_at)},
                                {"expiresAt", time_or_null(key.expires_at)}});
  }
  auto sum = sum_of(json::value(keys));
  return json::object{{"schemaVersion", 2}, {"keys", std::move(keys)}, {"sum", std::move(sum)}};
}

std::optional<Key> key_from(const json::value& value) {
  if (!value.is_object()) return std::nullopt;
  const auto& from = value.get_object();
  const auto role = role_named(text_at(from, "role"));
  const auto created = time_from_iso(text_at(from, "createdAt"));
  Key key{text_at(from, "id"), text_at(from, "name"), role.value_or(Role::viewer), text_at(from, "hash"), {}, {}};
  if (!role || !created || key.id.empty() || key.name.empty() || key.hash.size() != 64) return std::nullopt;
  key.created_at = *created;
  if (const auto expires = text_at(from, "expiresAt"); !expires.empty()) {
    key.expires_at = time_from_iso(expires);
    if (!key.expires_at) return std::nullopt;
  }
  return key;
}

}  // namespace

std::string_view name(Role role) {
  switch (role) {
    case Role::viewer: return "viewer";
    case Role::operator_: return "operator";
  }
  return "unknown";
}

std::optional<Role> role_named(std::string_view name) {
  if (name == "viewer") return Role::viewer;
  if (name == "operator") return Role::operator_;
  return std::nullopt;
}

bool same_secret(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::optional<Visitor> Keyring::by_token(std::string_view token, Time now) const {
  if (!token.starts_with(k_token_prefix)) return std::nullopt;
  const std::string hash = sha256_hex(token);
  for (const auto& key : m_keys) {
    if (same_secret(key.hash, hash)) return is_over(key, now) ? std::nullopt : std::optional(visitor_of(key));
  }
  return std::nullopt;
}

std::optional<Visitor> Keyring::by_id(std::string_view id, Time now) const {
  for (const auto& key : m_keys) {
    if (key.id == id) return is_over(key, now) ? std::nullopt : std::optional(visitor_of(key));
  }
  return std::nullopt;
}

std::string KeyringFile::path() const { return os::join_path(m_folder, "keys.json"); }

namespace {

// Files of older versions, which lay in the repository, have no sum.
enum class Sum { needed, unknown };

Result<std::vector<Key>> keys_in(const std::string& path, Sum sum) {
  TRY_ASSIGN(const auto text, os::read_secret(path, 1 << 20));
  TRY_ASSIGN(const auto value, parse_json(text, path));
  const auto* keys = value.is_object() ? value.get_object().if_contains("keys") : nullptr;
  if (keys == nullptr || !keys->is_array()) {
    return corrupt(cat(path, " is not a list of keys; remove it and make new ones (assay token new)"));
  }
  if (sum == Sum::needed && text_at(value.get_object(), "sum") != sum_of(*keys)) {
    return corrupt(cat(path, " was damaged, or changed by something else than assay, so no token in it counts; put an ",
                       "undamaged copy back, or remove it and make new ones (assay token new)"));
  }
  std::vector<Key> out;
  for (const auto& each : keys->get_array()) {
    auto key = key_from(each);
    if (!key) return corrupt(cat(path, " holds a key that cannot be read; remove it and make new ones"));
    out.push_back(std::move(*key));
  }
  return out;
}

}  // namespace

Result<Keyring> KeyringFile::load() const {
  Keyring out;
  if (!os::exists(path())) return out;
  TRY_ASSIGN(out.m_keys, keys_in(path(), Sum::needed));
  return out;
}

Result<void> KeyringFile::save(const Keyring& keyring) const {
  return os::write_private_file(path(), write_json(document_of(keyring), Indent::two_spaces) + "\n");
}

Result<os::Lock> KeyringFile::lock() const {
  TRY(os::make_private_folder(m_folder));
  return os::Lock::take(os::join_path(m_folder, "keys.lock"));
}

Result<KeyringFile::Added> KeyringFile::add(std::string_view name, Role role, Time now,
                                            std::optional<Time> expires_at) const {
  TRY_ASSIGN(const auto held, lock());
  TRY_ASSIGN(auto keyring, load());
  std::string token = cat(k_token_prefix, random_name(k_token_letters));
  Key key{cat("key-", random_name(8)), std::string(name), role, sha256_hex(token), now, expires_at};
  keyring.m_keys.push_back(key);
  TRY(save(keyring));
  return Added{std::move(token), std::move(key)};
}

Result<size_t> KeyringFile::revoke(std::string_view which) const {
  TRY_ASSIGN(const auto held, lock());
  TRY_ASSIGN(auto keyring, load());
  const size_t gone =
      std::erase_if(keyring.m_keys, [&](const Key& key) { return key.id == which || key.name == which; });
  if (gone > 0) TRY(save(keyring));
  return gone;
}

Result<std::vector<Key>> KeyringFile::take_over(const std::string& older) const {
  TRY_ASSIGN(const auto held, lock());
  if (os::exists(path())) return std::vector<Key>();
  Keyring keyring;
  TRY_ASSIGN(keyring.m_keys, keys_in(older, Sum::unknown));
  TRY(save(keyring));
  return std::move(keyring.m_keys);
}

}  // namespace assay::engine
