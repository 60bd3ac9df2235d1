// The words of a text, one after the other: runs of ASCII letters and digits. Everything else parts
// words (so "ui/ux", "api-server" and "user_api" hold two each), except letters of scripts that are
// written like ours: "apiño" is one word that no ASCII word equals, while "为API编写" holds "API".
#pragma once

#include <string_view>

namespace assay::plan {

class Words {
 public:
  explicit Words(std::string_view text) : m_text(text) {}

  // Steps to the next word; false at the end. Linear over the whole text.
  bool next();

  std::string_view word() const { return m_text.substr(m_begin, m_end - m_begin); }
  // Whether the word is an ASCII one: letters beyond ASCII make it something no keyword equals.
  bool plain() const { return m_plain; }
  // The bytes between the word before and this one; the text's beginning for the first.
  std::string_view gap() const { return m_text.substr(m_before, m_begin - m_before); }

 private:
  std::string_view m_text;
  size_t m_before = 0, m_begin = 0, m_end = 0;
  bool m_plain = true;
};

}  // namespace assay::plan
