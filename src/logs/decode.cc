#include "logs/decode.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/text.h"

namespace assay::logs {

namespace {

constexpr size_t k_head = 4096;
constexpr size_t k_raw = size_t{64} << 10;
constexpr char32_t k_replacement = 0xFFFD;

// Windows-1252 where it differs from Latin-1; the five holes keep their Latin-1 meaning.
constexpr std::array<char16_t, 32> k_windows = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178,
};

bool is_ascii(std::string_view s) {
  size_t i = 0;
  std::uint64_t high = 0;
  for (; i + 8 <= s.size(); i += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, s.data() + i, 8);
    high |= eight;
  }
  for (; i < s.size(); ++i) high |= byte_of(s[i]);
  return (high & 0x8080808080808080) == 0;
}

// A head may end inside a character.
std::string_view without_cut_character(std::string_view head) {
  for (size_t back = 1; back <= 3 && back <= head.size(); ++back) {
    const unsigned char c = byte_of(head[head.size() - back]);
    if (c < 0x80) break;
    if (c >= 0xC0) return head.substr(0, head.size() - back);
  }
  return head;
}

}  // namespace

void append_utf8(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

Guess guess_encoding(std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) return {Encoding::utf8, 3};
  if (head.starts_with("\xFF\xFE")) return {Encoding::utf16le, 2};
  if (head.starts_with("\xFE\xFF")) return {Encoding::utf16be, 2};
  size_t nul_even = 0, nul_odd = 0;
  for (size_t i = 0; i < head.size(); ++i) {
    if (head[i] == '\0') ++(i % 2 == 0 ? nul_even : nul_odd);
  }
  const size_t pairs = head.size() / 2;
  // Mostly ASCII text as UTF-16 has a NUL in nearly every pair, always on the same side.
  if (pairs >= 2 && nul_odd * 10 >= pairs * 6 && nul_even * 20 <= pairs) return {Encoding::utf16le, 0};
  if (pairs >= 2 && nul_even * 10 >= pairs * 6 && nul_odd * 20 <= pairs) return {Encoding::utf16be, 0};
  if (!is_ascii(head) && !is_utf8(without_cut_character(head))) return {Encoding::latin1, 0};
  return {};
}

Result<void> Decoder::look_at_head() {
  m_looked = true;
  m_raw.resize(k_head);
  size_t used = 0;
  while (used < k_head && !m_ended) {
    TRY_ASSIGN(const size_t n, m_source.read({m_raw.data() + used, k_head - used}));
    m_ended = n == 0;
    used += n;
  }
  m_raw.resize(used);
  m_bytes = used;
  const Guess guess = guess_encoding(m_raw);
  m_encoding = guess.encoding;
  m_raw.erase(0, guess.skip);
  if (m_encoding == Encoding::utf16le || m_encoding == Encoding::utf16be) {
    transcode();
  } else {
    m_decoded.swap(m_raw);
  }
  return {};
}

Result<size_t> Decoder::read(std::span<char> into) {
  if (!m_looked) TRY(look_at_head());
  while (m_given == m_decoded.size()) {
    if (m_ended) return size_t{0};
    if (m_encoding != Encoding::utf16le && m_encoding != Encoding::utf16be) {
      TRY_ASSIGN(const size_t n, m_source.read(into));
      m_ended = n == 0;
      m_bytes += n;
      return n;
    }
    TRY(fill());
  }
  const size_t n = std::min(into.size(), m_decoded.size() - m_given);
  std::memcpy(into.data(), m_decoded.data() + m_given, n);
  m_given += n;
  return n;
}

Result<bool> Decoder::fill() {
  const size_t kept = m_raw.size();
  m_raw.resize(kept + k_raw);
  TRY_ASSIGN(const size_t n, m_source.read({m_raw.data() + kept, k_raw}));
  m_raw.resize(kept + n);
  m_ended = n == 0;
  m_bytes += n;
  transcode();
  return n > 0;
}

// Rewrites what is whole in m_raw; half a unit or half a surrogate pair waits for more.
void Decoder::transcode() {
  m_decoded.clear();
  m_given = 0;
  const int low = m_encoding == Encoding::utf16le ? 0 : 1;
  const auto unit = [&](size_t at) {
    return static_cast<char32_t>(byte_of(m_raw[at + static_cast<size_t>(low)]) |
                                 byte_of(m_raw[at + static_cast<size_t>(1 - low)]) << 8);
  };
  size_t at = 0;
  while (at + 2 <= m_raw.size()) {
    char32_t c = unit(at);
    if (c >= 0xD800 && c < 0xDC00) {
      if (at + 4 > m_raw.size()) {
        if (!m_ended) break;
        c = k_replacement;
      } else if (const char32_t next = unit(at + 2); next >= 0xDC00 && next < 0xE000) {
        c = 0x10000 + ((c - 0xD800) << 10) + (next - 0xDC00);
        at += 2;
      } else {
        c = k_replacement;
      }
    } else if (c >= 0xDC00 && c < 0xE000) {
      c = k_replacement;
    }
    append_utf8(m_decoded, c);
    at += 2;
  }
  m_raw.erase(0, at);
}

std::string_view line_as_utf8(std::string_view line, std::string& scratch) {
  if (is_ascii(line) || is_utf8(line)) return line;
  scratch.clear();
  for (const char c : line) {
    const unsigned char b = byte_of(c);
    append_utf8(scratch, b >= 0x80 && b < 0xA0 ? k_windows[b - 0x80u] : b);
  }
  return scratch;
}

}  // namespace assay::logs
