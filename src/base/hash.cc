#include "base/hash.h"

#include <array>
#include <random>

#include <sodium/crypto_hash_sha256.h>

namespace assay {

std::string sha256_hex(std::string_view bytes) {
  static constexpr char k_digits[] = "0123456789abcdef";
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
  crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  std::string out;
  out.reserve(digest.size() * 2);
  for (const unsigned char byte : digest) {
    out += k_digits[byte >> 4];
    out += k_digits[byte & 15];
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
