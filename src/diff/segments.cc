#include "diff/segments.h"

#include <cstring>

namespace assay::diff {

namespace {

size_t line_begin(std::string_view text, size_t end) {
  const void* newline = end == 0 ? nullptr : memrchr(text.data(), '\n', end);
  return newline == nullptr ? 0 : static_cast<size_t>(static_cast<const char*>(newline) - text.data()) + 1;
}

// Behind svn's "Index: x" and its rule of "=", the header has begun before the border.
bool is_border(std::string_view text, size_t at) {
  if (text[at] != 'd' || !text.substr(at).starts_with("diff --git ")) return false;
  return text[line_begin(text, at - 1)] != '=';
}

// The last border of the text behind its first byte; 0 when there is none.
size_t last_border(std::string_view text) {
  size_t at = line_begin(text, text.size());
  while (at > 0 && (at == text.size() || !is_border(text, at))) at = line_begin(text, at - 1);
  return at;
}

}  // namespace

Result<std::optional<Segments::Piece>> Segments::next(std::span<char> buffer) {
  size_t used = m_rest.size();
  std::memcpy(buffer.data(), m_rest.data(), used);
  while (!m_ended && used < buffer.size()) {
    TRY_ASSIGN(const size_t n, m_source.read(buffer.subspan(used)));
    m_ended = n == 0;
    used += n;
  }
  if (used == 0) return std::optional<Piece>();
  const std::string_view all(buffer.data(), used);
  const size_t border = m_ended ? used : last_border(all);
  const size_t newline = border > 0 ? border : line_begin(all, used);
  const size_t cut = newline > 0 ? newline : used;
  const Follows follows = m_ended ? Follows::nothing : border > 0 ? Follows::another_file : Follows::more;
  const Piece piece{{all.substr(0, cut), m_line, m_mid_line}, follows};
  m_rest = all.substr(cut);
  m_line += count_newlines(piece.block.text);
  m_mid_line = piece.block.text.back() != '\n';
  return std::optional<Piece>(piece);
}

}  // namespace assay::diff
