#include "git/checksum.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/hash.h"

namespace assay::git {

namespace {

class Sha1 {
 public:
  void add_block(const unsigned char* block) {
    std::array<std::uint32_t, 80> w;
    for (size_t i = 0; i < 16; ++i) {
      w[i] = std::uint32_t{block[4 * i]} << 24 | std::uint32_t{block[4 * i + 1]} << 16 |
             std::uint32_t{block[4 * i + 2]} << 8 | block[4 * i + 3];
    }
    for (size_t i = 16; i < 80; ++i) w[i] = std::rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    std::uint32_t a = m_state[0], b = m_state[1], c = m_state[2], d = m_state[3], e = m_state[4];
    const auto round = [&](std::uint32_t f, std::uint32_t k, std::uint32_t word) {
      const std::uint32_t next = std::rotl(a, 5) + f + e + k + word;
      e = d;
      d = c;
      c = std::rotl(b, 30);
      b = a;
      a = next;
    };
    for (size_t i = 0; i < 20; ++i) round(d ^ (b & (c ^ d)), 0x5a827999, w[i]);
    for (size_t i = 20; i < 40; ++i) round(b ^ c ^ d, 0x6ed9eba1, w[i]);
    for (size_t i = 40; i < 60; ++i) round((b & c) | (d & (b | c)), 0x8f1bbcdc, w[i]);
    for (size_t i = 60; i < 80; ++i) round(b ^ c ^ d, 0xca62c1d6, w[i]);
    const std::uint32_t sums[] = {a, b, c, d, e};
    for (size_t i = 0; i < 5; ++i) m_state[i] += sums[i];
  }

  std::string digest() const {
    std::string out;
    for (const std::uint32_t word : m_state) {
      for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<char>(word >> shift));
    }
    return out;
  }

 private:
  std::array<std::uint32_t, 5> m_state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
};

std::string sha1(std::string_view bytes) {
  Sha1 hash;
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  size_t left = bytes.size();
  for (; left >= 64; left -= 64, data += 64) hash.add_block(data);
  std::array<unsigned char, 128> tail{};
  if (left > 0) std::memcpy(tail.data(), data, left);
  tail[left] = 0x80;
  const size_t end = left < 56 ? 64 : 128;
  const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
  for (size_t i = 0; i < 8; ++i) tail[end - 1 - i] = static_cast<unsigned char>(bits >> (8 * i));
  for (size_t at = 0; at < end; at += 64) hash.add_block(tail.data() + at);
  return hash.digest();
}

unsigned char digit(char c) { return static_cast<unsigned char>(c <= '9' ? c - '0' : c - 'a' + 10); }

}  // namespace

std::string checksum(std::string_view bytes, std::string_view object_format) {
  if (object_format == "sha1") return sha1(bytes);
  const std::string hex = sha256_hex(bytes);
  std::string out;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    out.push_back(static_cast<char>(digit(hex[i]) << 4 | digit(hex[i + 1])));
  }
  return out;
}

}  // namespace assay::git
