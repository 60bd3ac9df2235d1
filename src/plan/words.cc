#include "plan/words.h"

#include "base/text.h"
#include "base/utf8.h"

namespace assay::plan {

namespace {

// Letters and combining marks that continue an ASCII word: Latin with accents, Greek, Cyrillic.
// Scripts that are written without spaces, or that put Latin words next to prefixes of their own
// (Chinese, Japanese, Hebrew, Arabic), leave the ASCII word standing for itself.
bool joins(char32_t c) {
  if (c < 0xAA) return false;
  if (c <= 0xFF) return c == 0xAA || c == 0xB5 || c == 0xBA || (c >= 0xC0 && c != 0xD7 && c != 0xF7);
  return c < 0x530 || (c >= 0x1E00 && c < 0x2000);
}

}  // namespace

bool Words::next() {
  m_before = m_end;
  m_begin = m_end;
  m_plain = true;
  size_t at = m_end;
  bool inside = false;
  while (at < m_text.size()) {
    const char c = m_text[at];
    const auto character =
        static_cast<unsigned char>(c) < 0x80 ? Utf8Char{static_cast<char32_t>(c), 1} : utf8_at(m_text, at);
    const bool accented = joins(character.code);
    if (is_alnum(c) || accented) {
      if (!inside) m_begin = at;
      inside = true;
      m_plain = m_plain && !accented;
    } else if (inside) {
      break;
    }
    at += character.size;
  }
  m_end = at;
  return inside;
}

}  // namespace assay::plan
