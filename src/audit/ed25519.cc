#include "audit/ed25519.h"

#include <algorithm>

#include <sodium/crypto_sign_ed25519.h>
#include <sodium/utils.h>

#include "base/base64.h"
#include "base/hash.h"
#include "base/text.h"

namespace assay::audit {

namespace {

// What DER puts in front of the 32 bytes: RFC 8410 leaves nothing to choose, so no DER reader is needed.
constexpr std::string_view k_public_prefix("\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00", 12);
constexpr std::string_view k_private_prefix("\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20", 16);
constexpr std::string_view k_public_label = "PUBLIC KEY";
constexpr std::string_view k_private_label = "PRIVATE KEY";

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }
template <size_t N>
std::string text_of(const std::array<unsigned char, N>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), N};
}

std::string pem(std::string_view label, std::string_view der) {
  return cat("-----BEGIN ", label, "-----\n", to_base64(der), "\n-----END ", label, "-----\n");
}

// The bytes between the lines of that label; nothing when there is none.
std::optional<std::string> between(std::string_view text, std::string_view label) {
  const std::string begin = cat("-----BEGIN ", label, "-----");
  const std::string end = cat("-----END ", label, "-----");
  const size_t from = text.find(begin);
  if (from == std::string_view::npos) return std::nullopt;
  const size_t to = text.find(end, from);
  if (to == std::string_view::npos) return std::nullopt;
  std::string body(text.substr(from + begin.size(), to - from - begin.size()));
  std::erase_if(body, [](char c) { return is_space(c); });
  return from_base64(body);
}

std::optional<std::string> key_in(std::string_view text, std::string_view label, std::string_view prefix) {
  const auto der = between(text, label);
  if (!der || der->size() != prefix.size() + 32 || !der->starts_with(prefix)) return std::nullopt;
  return der->substr(prefix.size());
}

}  // namespace

std::string pem_of(const PublicKey& key) { return pem(k_public_label, cat(k_public_prefix, text_of(key.bytes))); }

Result<PublicKey> read_public_key(std::string_view text, std::string_view name) {
  if (const auto found = key_in(text, k_public_label, k_public_prefix)) {
    PublicKey key;
    std::copy_n(bytes_of(*found), key.bytes.size(), key.bytes.begin());
    return key;
  }
  if (contains(text, "PRIVATE KEY")) {
    TRY_ASSIGN(const auto key, SigningKey::from_pem(text, name));
    return key.public_key();
  }
  return invalid_input(cat(name, " holds no Ed25519 public key in PEM form (-----BEGIN PUBLIC KEY-----); ",
                           "`assay audit key` prints the one of a repository"));
}

std::string key_id(const PublicKey& key) { return sha256_hex(cat(k_public_prefix, text_of(key.bytes))); }

SigningKey SigningKey::from_seed(std::string_view seed) {
  SigningKey out;
  PublicKey ignored;
  crypto_sign_ed25519_seed_keypair(ignored.bytes.data(), out.m_secret.data(), bytes_of(seed));
  return out;
}

Result<SigningKey> SigningKey::from_pem(std::string_view text, std::string_view name) {
  auto seed = key_in(text, k_private_label, k_private_prefix);
  if (!seed) {
    return invalid_input(
        cat(name,
            " holds no Ed25519 private key in PEM form (-----BEGIN PRIVATE KEY-----, not encrypted); make "
            "one with `openssl genpkey -algorithm ed25519`"));
  }
  auto out = from_seed(*seed);
  sodium_memzero(seed->data(), seed->size());
  return out;
}

SigningKey::~SigningKey() { sodium_memzero(m_secret.data(), m_secret.size()); }

std::string SigningKey::pem() const {
  return audit::pem(k_private_label, cat(k_private_prefix, text_of(m_secret).substr(0, 32)));
}

PublicKey SigningKey::public_key() const {
  PublicKey out;
  std::copy_n(m_secret.begin() + 32, out.bytes.size(), out.bytes.begin());
  return out;
}

std::string SigningKey::sign(std::string_view message) const {
  std::array<unsigned char, crypto_sign_ed25519_BYTES> signature{};
  crypto_sign_ed25519_detached(signature.data(), nullptr, bytes_of(message), message.size(), m_secret.data());
  return text_of(signature);
}

bool is_signed(std::string_view message, std::string_view signature, const PublicKey& key) {
  return signature.size() == crypto_sign_ed25519_BYTES &&
         crypto_sign_ed25519_verify_detached(bytes_of(signature), bytes_of(message), message.size(),
                                             key.bytes.data()) == 0;
}

}  // namespace assay::audit
