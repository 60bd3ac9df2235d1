#include "base/source.h"

#include <algorithm>
#include <cstring>

namespace assay {

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
  const size_t last = all.rfind('\n');
  m_given = m_ended || last == std::string_view::npos ? m_used : last + 1;
  return std::optional<Block>(Block{all.substr(0, m_given), m_line, m_mid_line});
}

std::uint64_t count_newlines(std::string_view s) {
  return static_cast<std::uint64_t>(std::count(s.begin(), s.end(), '\n'));
}

}  // namespace assay
