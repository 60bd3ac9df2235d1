#include "serve/keyring.h"

#include <array>

#include <boost/json.hpp>
#include <sodium.h>
#include <sys/stat.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "os/files.h"
#include "os/lock.h"
#include "os/private_file.h"
#include "os/secret_file.h"

namespace assay::serve {

namespace {

constexpr size_t k_token_letters = 40;   // 200 bits
constexpr size_t k_secret_letters = 52;  // 260 bits
constexpr std::string_view k_token_prefix = "assay-";

bool same(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

bool is_over(const Key& key, Time now) { return key.expires_at && *key.expires_at <= now; }

json::value document_of(const Keyring& keyring, std::string_view secret) {
  json::array keys;
  for (const auto& key : keyring.keys()) {
    keys.push_back(
        json::object{{"id", key.id},
                     {"name", key.name},
                     {"role", name(key.role)},
                     {"hash", key.hash},
                     {"createdAt", to_iso(key.created_at)},
                     {"expiresAt", key.expires_at ? json::value(to_iso(*key.expires_at)) : json::value(nullptr)}});
  }
  return json::object{{"schemaVersion", 1}, {"secret", secret}, {"keys", std::move(keys)}};
}

std::string text_at(const json::object& from, std::string_view name) {
  const auto* found = from.if_contains(name);
  return found != nullptr && found->is_string() ? std::string(found->get_string()) : std::string();
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

std::string_view name(Role role) { return role == Role::viewer ? "viewer" : "operator"; }

std::optional<Role> role_named(std::string_view name) {
  if (name == "viewer") return Role::viewer;
  if (name == "operator") return Role::operator_;
  return std::nullopt;
}

std::optional<Visitor> Keyring::by_token(std::string_view token, Time now) const {
  if (!token.starts_with(k_token_prefix)) return std::nullopt;
  const std::string hash = sha256_hex(token);
  for (const auto& key : m_keys) {
    if (same(key.hash, hash))
      return is_over(key, now) ? std::nullopt : std::optional(Visitor{key.id, key.name, key.role, key.expires_at});
  }
  return std::nullopt;
}

std::string Keyring::seal(std::string_view text) const {
  std::array<unsigned char, crypto_generichash_BYTES> mac{};
  crypto_generichash(mac.data(), mac.size(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                     reinterpret_cast<const unsigned char*>(m_secret.data()), m_secret.size());
  std::array<char, crypto_generichash_BYTES * 2 + 1> hex{};
  sodium_bin2hex(hex.data(), hex.size(), mac.data(), mac.size());
  return hex.data();
}

std::optional<std::string> Keyring::cookie_for(std::string_view token, Time now) const {
  const std::string hash = sha256_hex(token);
  for (const auto& key : m_keys) {
    if (!same(key.hash, hash) || is_over(key, now)) continue;
    const std::string text = cat(key.id, ".", now.ms + k_cookie_ms);
    return cat(text, ".", seal(text));
  }
  return std::nullopt;
}

std::optional<Visitor> Keyring::by_cookie(std::string_view cookie, Time now) const {
  const size_t dot = cookie.rfind('.');
  if (dot == std::string_view::npos || m_secret.empty()) return std::nullopt;
  const std::string_view text = cookie.substr(0, dot);
  if (!same(cookie.substr(dot + 1), seal(text))) return std::nullopt;
  const auto parts = split(text, '.');
  const auto until = parts.size() == 2 ? parse_uint(parts[1]) : std::nullopt;
  if (!until || static_cast<std::int64_t>(*until) <= now.ms) return std::nullopt;
  for (const auto& key : m_keys) {
    if (key.id != parts[0] || is_over(key, now)) continue;
    const Time end{static_cast<std::int64_t>(*until)};
    return Visitor{key.id, key.name, key.role, key.expires_at && *key.expires_at < end ? *key.expires_at : end};
  }
  return std::nullopt;
}

bool Keyring::still_holds(const Visitor& visitor, Time now) const {
  if (visitor.expires_at && visitor.expires_at->ms <= now.ms) return false;
  for (const auto& key : m_keys) {
    if (key.id == visitor.key) return !is_over(key, now);
  }
  return false;
}

std::string KeyringFile::path() const { return os::join_path(m_folder, "keys.json"); }

Result<Keyring> KeyringFile::load() const {
  Keyring out;
  if (!os::exists(path())) return out;
  TRY_ASSIGN(const auto text, os::read_secret(path(), 1 << 20));
  TRY_ASSIGN(const auto value, parse_json(text, path()));
  const auto* keys = value.is_object() ? value.get_object().if_contains("keys") : nullptr;
  if (keys == nullptr || !keys->is_array()) {
    return corrupt(cat(path(), " is not a list of keys; remove it and make new ones (assay token new)"));
  }
  out.m_secret = text_at(value.get_object(), "secret");
  for (const auto& each : keys->get_array()) {
    auto key = key_from(each);
    if (!key) return corrupt(cat(path(), " holds a key that cannot be read; remove it and make new ones"));
    out.m_keys.push_back(std::move(*key));
  }
  return out;
}

Result<void> KeyringFile::save(const Keyring& keyring) const {
  return os::write_private_file(path(), write_json(document_of(keyring, keyring.m_secret), Indent::two_spaces) + "\n");
}

Result<std::string> KeyringFile::add(std::string_view name, Role role, Time now, std::optional<Time> expires_at) const {
  TRY(os::make_private_folder(m_folder));
  TRY_ASSIGN(const auto lock, os::Lock::take(os::join_path(m_folder, "keys.lock")));
  TRY_ASSIGN(auto keyring, load());
  if (keyring.m_secret.empty()) keyring.m_secret = random_name(k_secret_letters);
  std::string token = cat(k_token_prefix, random_name(k_token_letters));
  keyring.m_keys.push_back({cat("key-", random_name(8)), std::string(name), role, sha256_hex(token), now, expires_at});
  TRY(save(keyring));
  return token;
}

Result<size_t> KeyringFile::revoke(std::string_view which) const {
  TRY(os::make_private_folder(m_folder));
  TRY_ASSIGN(const auto lock, os::Lock::take(os::join_path(m_folder, "keys.lock")));
  TRY_ASSIGN(auto keyring, load());
  const size_t gone =
      std::erase_if(keyring.m_keys, [&](const Key& key) { return key.id == which || key.name == which; });
  if (gone > 0) TRY(save(keyring));
  return gone;
}

}  // namespace assay::serve
