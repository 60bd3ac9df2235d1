#include "base/source.h"

#include <algorithm>
#include <cstring>

namespace assay {

namespace {

// Where to part a line too long for one block: after white space or a tag's end near the end of
// the block, so that words stay whole; else between characters.
size_t part_long_line(std::string_view text) {
  constexpr size_t k_look_back = 4096;
  const size_t from = text.size() > 2 * k_look_back ? text.size() - k_look_back : text.size() / 2;
  const size_t at = text.substr(from).find_last_of(" \t>");
  if (at != std::string_view::npos) return from + at + 1;
  size_t end = text.size();
  while (end + 4 > text.size() && end > 1 && (static_cast<unsigned char>(text[end - 1]) & 0xC0) == 0x80) --end;
  if (end > 1 && static_cast<unsigned char>(text[end - 1]) >= 0xC0) --end;
  return end;
}

}  // namespace

Result<size_t> TextSource::read(std::span<char> into) {
  const size_t n = std::min(into.size(), m_rest.size());
  std::memcpy(into.data(), m_rest.data(), n);
  m_rest.remove_prefix(n);
  return n;
}

BlockReader::BlockReader(ByteSource& source, size_t block_size)
    : m_source(source), m_capacity(block_size), m_buffer(new char[block_size]) {}

Result<std::optional<Block>> BlockReader::next() {
  if (m_given > 0) {
    const std::string_view given(m_buffer.get(), m_given);
    m_line += count_newlines(given);
    m_mid_line = given.back() != '\n';
    std::memmove(m_buffer.get(), m_buffer.get() + m_given, m_used - m_given);
    m_used -= m_given;
    m_given = 0;
  }
  while (!m_ended && m_used < m_capacity) {
    TRY_ASSIGN(const size_t n, m_source.read({m_buffer.get() + m_used, m_capacity - m_used}));
    m_ended = n == 0;
    m_used += n;
  }
  if (m_used == 0) return std::optional<Block>();
  const std::string_view all(m_buffer.get(), m_used);
  m_given = m_ended ? m_used : end_of_whole_lines(all);
  return std::optional<Block>(Block{all.substr(0, m_given), m_line, m_mid_line});
}

size_t end_of_whole_lines(std::string_view text) {
  const size_t last = text.rfind('\n');
  return last == std::string_view::npos ? part_long_line(text) : last + 1;
}

// Sixteen bytes at a time in the compilers' portable vectors: counting is part of every scan and
// must not cost more than a few per cent of it. A lane can count to 255 before it is added up.
// Counts 16 bytes at a time; each lane of `found` can take 255 before it must be emptied.
std::uint64_t count_newlines(std::string_view s) {
  using Bytes = unsigned char __attribute__((vector_size(16)));
  const Bytes newlines = Bytes{} + static_cast<unsigned char>('\n');
  std::uint64_t total = 0;
  while (s.size() >= sizeof(Bytes)) {
    Bytes found{};
    const size_t rounds = std::min<size_t>(s.size() / sizeof(Bytes), 255);
    for (size_t i = 0; i < rounds; ++i) {
      Bytes bytes;
      std::memcpy(&bytes, s.data() + i * sizeof(Bytes), sizeof(Bytes));
      found -= reinterpret_cast<Bytes>(bytes == newlines);
    }
    for (size_t lane = 0; lane < sizeof(Bytes); ++lane) total += found[lane];
    s.remove_prefix(rounds * sizeof(Bytes));
  }
  return total + static_cast<std::uint64_t>(std::count(s.begin(), s.end(), '\n'));
}

}  // namespace assay
