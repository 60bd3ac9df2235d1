#include "logs/words/tokens.h"

#include <algorithm>

#include "base/text.h"

namespace assay::logs {

namespace {

// The letters of U+00C0..U+00FF without their accents; a blank where there is no such letter.
constexpr std::string_view k_plain = "aaaaaaaceeeeiiiidnooooo ouuuuytsaaaaaaaceeeeiiiidnooooo ouuuuyty";
static_assert(k_plain.size() == 64);

bool starts_word(char c) { return is_alnum(c) || c == '_' || byte_of(c) >= 0x80; }

bool is_apostrophe(std::string_view s, size_t at, size_t& length) {
  if (s[at] == '\'') {
    length = 1;
    return true;
  }
  length = 3;
  return s.substr(at).starts_with("\u2019");
}

// French leaves out a vowel: "d'erreur" is two words, while "didn't" is one.
bool elides(std::string_view folded) {
  return folded == "d" || folded == "l" || folded == "n" || folded == "qu" || folded == "s" || folded == "j" ||
         folded == "c";
}

// Signs in other alphabets that end words: dashes, bullets, arrows, marks, CJK punctuation.
bool is_sign_character(std::string_view s) {
  if (s.size() < 3)
    return s.starts_with("\u00d7") || s.starts_with("\u00b7") || s.starts_with("\u00ab") || s.starts_with("\u00bb");
  const unsigned char a = byte_of(s[0]), b = byte_of(s[1]);
  if (a == 0xC2 && b >= 0x80 && b <= 0xBF) return true;
  if (a == 0xC3 && (b == 0x97 || b == 0xB7)) return true;
  if (a == 0xE2) return true;               // U+2000..U+2FFF: punctuation, arrows, marks
  if (a == 0xE3 && b == 0x80) return true;  // U+3000..U+303F
  if (a == 0xEF && b >= 0xBC) return true;  // full-width forms
  return a == 0xF0;                         // emoji
}

size_t character_length(char lead) {
  const unsigned char c = byte_of(lead);
  return c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC0 ? 2 : 1;
}

}  // namespace

void Tokens::read(std::string_view text) {
  m_text = text;
  m_folded.clear();
  m_tokens.clear();
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (is_space(c)) {
      ++at;
    } else if (is_digit(c)) {
      read_number(at);
    } else if (starts_word(c) && !(byte_of(c) >= 0x80 && is_sign_character(text.substr(at)))) {
      read_word(at);
    } else {
      Token sign;
      sign.kind = Token::sign;
      sign.begin = static_cast<std::uint32_t>(at);
      sign.first = c;
      at += std::min(character_length(c), text.size() - at);
      sign.end = static_cast<std::uint32_t>(at);
      sign.spaced = sign.begin == 0 || is_space(text[sign.begin - 1]);
      m_tokens.push_back(sign);
    }
  }
  mark_parts();
  mark_quotes();
}

void Tokens::read_word(size_t& at) {
  Token token;
  token.begin = static_cast<std::uint32_t>(at);
  token.folded = static_cast<std::uint32_t>(m_folded.size());
  token.spaced = at == 0 || is_space(m_text[at - 1]);
  bool small = false;
  while (at < m_text.size()) {
    const char c = m_text[at];
    size_t length = 0;
    if (is_alnum(c) || c == '_') {
      small |= !is_upper(c);
      m_folded += to_lower(c);
      ++at;
    } else if (byte_of(c) == 0xC3 && at + 1 < m_text.size() && !is_sign_character(m_text.substr(at))) {
      const char plain = k_plain[(byte_of(m_text[at + 1]) - 0x80u) & 0x3F];
      m_folded += plain;
      if (byte_of(m_text[at + 1]) == 0x9F) m_folded += 's';
      small |= byte_of(m_text[at + 1]) >= 0xA0;
      at += 2;
    } else if (byte_of(c) >= 0x80 && !is_sign_character(m_text.substr(at))) {
      const size_t n = std::min(character_length(c), m_text.size() - at);
      m_folded.append(m_text.substr(at, n));
      small = true;
      at += n;
    } else if (is_apostrophe(m_text, at, length) && at + length < m_text.size() && is_alpha(m_text[at + length])) {
      const std::string_view so_far = std::string_view(m_folded).substr(token.folded);
      at += length;
      if (elides(so_far)) break;
      m_folded += '\'';
    } else {
      break;
    }
  }
  token.end = static_cast<std::uint32_t>(at);
  token.folded_size = static_cast<std::uint32_t>(m_folded.size() - token.folded);
  token.capitals = !small && token.folded_size > 1;
  const std::string_view folded = std::string_view(m_folded).substr(token.folded);
  token.meaning = meaning_of(folded);
  // "würde" and "könnte" suppose; "wurde" and "konnte" tell.
  const bool accented = token.end - token.begin > token.folded_size;
  if (accented && (folded == "wurde" || folded == "konnte" || folded == "wurden" || folded == "konnten"))
    token.meaning |= means::maybe;
  m_tokens.push_back(token);
}

void Tokens::read_number(size_t& at) {
  Token token;
  token.kind = Token::number;
  token.begin = static_cast<std::uint32_t>(at);
  token.spaced = at == 0 || is_space(m_text[at - 1]);
  size_t end = at;
  while (end < m_text.size() &&
         (is_digit(m_text[end]) || (m_text[end] == ',' && end + 3 < m_text.size() && is_digit(m_text[end + 1]) &&
                                    is_digit(m_text[end + 2]) && is_digit(m_text[end + 3])))) {
    if (is_digit(m_text[end]) && token.value < UINT64_MAX / 16) {
      token.value = token.value * 10 + static_cast<std::uint64_t>(m_text[end] - '0');
    }
    ++end;
  }
  // "2nd", "3.5", "1e9b", "10ms": not a count of anything.
  if (end < m_text.size() && starts_word(m_text[end]) && !(byte_of(m_text[end]) >= 0x80)) {
    read_word(at);
    m_tokens.back().part = true;
    return;
  }
  const bool fraction =
      end + 1 < m_text.size() && (m_text[end] == '.' || m_text[end] == ':') && is_digit(m_text[end + 1]);
  token.part = fraction || (at > 1 && m_text[at - 1] == '.' && is_digit(m_text[at - 2]));
  at = end;
  token.end = static_cast<std::uint32_t>(at);
  m_tokens.push_back(token);
}

// A word that touches another through '.', '/', '-' and the like is part of a name.
void Tokens::mark_parts() {
  const auto word_at = [&](size_t at) { return at < m_text.size() && starts_word(m_text[at]); };
  for (Token& token : m_tokens) {
    if (token.kind != Token::word) continue;
    const char before = token.begin > 0 ? m_text[token.begin - 1] : ' ';
    const char beyond = token.begin > 1 ? m_text[token.begin - 2] : ' ';
    const char after = token.end < m_text.size() ? m_text[token.end] : ' ';
    const bool joins_before = std::string_view("./\\-:=&+~").find(before) != std::string_view::npos;
    const bool hard_before = std::string_view("@#$%<").find(before) != std::string_view::npos;
    const bool joins_after = std::string_view("./\\-=&+~").find(after) != std::string_view::npos;
    if (hard_before || (joins_before && (starts_word(beyond) || beyond == '.' || beyond == '/' || beyond == ')')))
      token.part = true;
    if (before == '-' && (beyond == '-' || is_space(beyond))) token.part = true;  // a flag
    if (before == '/' && is_space(beyond)) token.part = true;                     // a path
    if (before == '.' && is_space(beyond)) token.part = true;                     // an extension
    if (joins_after && word_at(token.end + 1) && !is_digit(m_text[token.end + 1])) token.part = true;
    if (after == ':' && word_at(token.end + 1) && !is_digit(m_text[token.end + 1])) token.part = true;
    const bool plural = m_text.substr(token.end).starts_with("(s)");  // "2 error(s)"
    if (after == '(' && !plural && token.end + 1 < m_text.size() && !is_digit(m_text[token.end + 1])) token.part = true;
    if (after == '[' || after == '{') token.part = true;
  }
}

// Words between quotation marks are mentioned, not said.
void Tokens::mark_quotes() {
  for (const char mark : {'`', '"', '\''}) {
    size_t open = SIZE_MAX;
    for (size_t i = 0; i < m_tokens.size(); ++i) {
      if (m_tokens[i].kind != Token::sign || m_tokens[i].first != mark) continue;
      if (open == SIZE_MAX) {
        const std::uint32_t at = m_tokens[i].begin;
        const bool opens = at == 0 || !starts_word(m_text[at - 1]);
        if (opens) open = i;
        continue;
      }
      if (m_tokens[i].begin - m_tokens[open].begin < 400) {
        for (size_t k = open + 1; k < i; ++k) m_tokens[k].quoted = true;
      }
      open = SIZE_MAX;
    }
  }
}

}  // namespace assay::logs
