// SHA-256 for what must be provable, and random names for what must be unique.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace assay {

std::string sha256_hex(std::string_view bytes);  // 64 lower-case digits

// The same over bytes that come in pieces.
class Sha256 {
 public:
  Sha256();
  void add(std::string_view bytes);
  std::string hex();  // ends it; the object starts afresh

 private:
  alignas(8) std::array<unsigned char, 128> m_state{};
};

// With a key: HMAC of RFC 2104, 32 bytes.
std::string hmac_sha256(std::string_view key, std::string_view bytes);

std::string random_bytes(size_t count);  // from the system's randomness, fit for keys

// `length` characters of a–z and 2–7 from the system's randomness: 5 bits each.
std::string random_name(size_t length);

}  // namespace assay
