#include "base/hash.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>

#include <sodium/crypto_auth_hmacsha256.h>
#include <sodium/crypto_hash_sha256.h>
#include <sys/random.h>

namespace assay {

namespace {

using Digest = std::array<unsigned char, crypto_hash_sha256_BYTES>;

std::string hex_of(const Digest& digest) {
  static constexpr char k_digits[] = "0123456789abcdef";
  std::string out;
  out.reserve(digest.size() * 2);
  for (const unsigned char byte : digest) {
    out += k_digits[byte >> 4];
    out += k_digits[byte & 15];
  }
  return out;
}

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  Digest digest{};
  crypto_hash_sha256(digest.data(), bytes_of(bytes), bytes.size());
  return hex_of(digest);
}

// The library's state is kept as bytes, so that its header stays in this file.
static_assert(sizeof(crypto_hash_sha256_state) <= 128);

static crypto_hash_sha256_state* state_in(std::array<unsigned char, 128>& bytes) {
  return reinterpret_cast<crypto_hash_sha256_state*>(bytes.data());
}

Sha256::Sha256() { crypto_hash_sha256_init(state_in(m_state)); }

void Sha256::add(std::string_view bytes) {
  crypto_hash_sha256_update(state_in(m_state), bytes_of(bytes), bytes.size());
}

std::string Sha256::hex() {
  Digest digest{};
  crypto_hash_sha256_final(state_in(m_state), digest.data());
  crypto_hash_sha256_init(state_in(m_state));
  return hex_of(digest);
}

std::string hmac_sha256(std::string_view key, std::string_view bytes) {
  crypto_auth_hmacsha256_state state;
  Digest digest{};
  static_assert(crypto_auth_hmacsha256_BYTES == crypto_hash_sha256_BYTES);
  crypto_auth_hmacsha256_init(&state, bytes_of(key), key.size());
  crypto_auth_hmacsha256_update(&state, bytes_of(bytes), bytes.size());
  crypto_auth_hmacsha256_final(&state, digest.data());
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

// getentropy gives at most 256 bytes a call and fails for nothing else.
std::string random_bytes(size_t count) {
  std::string out(count, '\0');
  for (size_t at = 0; at < count; at += 256) {
    if (::getentropy(out.data() + at, std::min<size_t>(256, count - at)) != 0) std::abort();
  }
  return out;
}

std::string random_name(size_t length) {
  static constexpr char k_letters[] = "abcdefghijklmnopqrstuvwxyz234567";
  std::random_device device;  // getrandom or rdrand: no seed to guess
  std::string out;
  out.reserve(length);
  while (out.size() < length) {
    auto bits = device();
    for (int i = 0; i < 6 && out.size() < length; ++i, bits >>= 5) out += k_letters[bits & 31];
  }
  return out;
}

}  // namespace assay
