#include "git/checkout/checksum.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

#include "base/hash.h"

namespace assay::git {

namespace {

constexpr size_t k_block = 64;
using State = std::array<std::uint32_t, 5>;

#if defined(__x86_64__)
#define ASSAY_SHA1_BY_PROCESSOR

bool has_sha_instructions() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & (1u << 29)) != 0;
}

// Five times four rounds of one of the four kinds. Each step uses four words of the message and
// replaces them by those that are needed four steps later.
template <int kind>
__attribute__((target("sha,sse4.1"))) void five_steps(__m128i& abcd, __m128i& e, __m128i (&words)[4]) {
  for (size_t i = size_t{kind} * 5; i < size_t{kind} * 5 + 5; ++i) {
    __m128i& word = words[i & 3];
    const __m128i added = i == 0 ? _mm_add_epi32(e, word) : _mm_sha1nexte_epu32(e, word);
    e = abcd;
    abcd = _mm_sha1rnds4_epu32(abcd, added, kind);
    word = _mm_sha1msg2_epu32(_mm_xor_si128(_mm_sha1msg1_epu32(word, words[(i + 1) & 3]), words[(i + 2) & 3]),
                              words[(i + 3) & 3]);
  }
}

__attribute__((target("sha,sse4.1"))) void add_blocks_by_processor(State& state, const unsigned char* blocks,
                                                                   size_t count) {
  const __m128i big_endian = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);
  __m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(state.data())), 0x1b);
  __m128i e = _mm_set_epi32(static_cast<int>(state[4]), 0, 0, 0);
  for (; count > 0; --count, blocks += k_block) {
    const __m128i abcd_before = abcd, e_before = e;
    __m128i words[4];
    for (size_t i = 0; i < 4; ++i) {
      words[i] = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(blocks) + i), big_endian);
    }
    five_steps<0>(abcd, e, words);
    five_steps<1>(abcd, e, words);
    five_steps<2>(abcd, e, words);
    five_steps<3>(abcd, e, words);
    e = _mm_sha1nexte_epu32(e, e_before);
    abcd = _mm_add_epi32(abcd, abcd_before);
  }
  _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data()), _mm_shuffle_epi32(abcd, 0x1b));
  state[4] = static_cast<std::uint32_t>(_mm_extract_epi32(e, 3));
}
#endif

class Sha1 {
 public:
  void add_blocks(const unsigned char* blocks, size_t count) {
#ifdef ASSAY_SHA1_BY_PROCESSOR
    static const bool by_processor = has_sha_instructions();
    if (by_processor) return add_blocks_by_processor(m_state, blocks, count);
#endif
    for (; count > 0; --count, blocks += k_block) add_block(blocks);
  }

  std::string digest() const {
    std::string out;
    for (const std::uint32_t word : m_state) {
      for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<char>(word >> shift));
    }
    return out;
  }

 private:
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

  State m_state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
};

std::string sha1(std::string_view bytes) {
  Sha1 hash;
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  const size_t left = bytes.size() % k_block;
  hash.add_blocks(data, bytes.size() / k_block);
  data += bytes.size() - left;
  std::array<unsigned char, 128> tail{};
  if (left > 0) std::memcpy(tail.data(), data, left);
  tail[left] = 0x80;
  const size_t end = left < 56 ? 64 : 128;
  const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
  for (size_t i = 0; i < 8; ++i) tail[end - 1 - i] = static_cast<unsigned char>(bits >> (8 * i));
  hash.add_blocks(tail.data(), end / k_block);
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
