#include "reports/xml.h"

#include <algorithm>

#include "base/text.h"
#include "logs/decode.h"

namespace assay::reports {

namespace {

constexpr std::size_t k_longest_entity = 12;  // "&#x0010FFFF;"

bool is_name_char(char c) { return is_word(c) || c == '-' || c == '.' || c == ':'; }

std::optional<char32_t> numbered_entity(std::string_view digits) {
  const bool hex = digits.starts_with('x') || digits.starts_with('X');
  if (hex) digits.remove_prefix(1);
  std::uint32_t code = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, hex ? 16 : 10);
  if (digits.empty() || end != digits.data() + digits.size()) return std::nullopt;
  const bool is_character = error == std::errc() && code != 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  return is_character ? char32_t{code} : U'\uFFFD';
}

std::optional<char32_t> entity(std::string_view name) {
  if (name.starts_with('#')) return numbered_entity(name.substr(1));
  constexpr std::pair<std::string_view, char32_t> k_entities[] = {
      {"lt", U'<'}, {"gt", U'>'}, {"amp", U'&'}, {"quot", U'"'}, {"apos", U'\''}};
  for (const auto& [known, character] : k_entities) {
    if (name == known) return character;
  }
  return std::nullopt;
}

}  // namespace

std::string resolve_entities(std::string_view raw) {
  std::string out;
  out.reserve(raw.size());
  while (!raw.empty()) {
    const std::size_t plain = std::min(raw.find('&'), raw.size());
    out.append(raw.substr(0, plain));
    raw.remove_prefix(plain);
    if (raw.empty()) break;
    const std::size_t stop = raw.substr(0, k_longest_entity).find(';');
    const auto character = stop == std::string_view::npos ? std::nullopt : entity(raw.substr(1, stop - 1));
    if (character)
      logs::append_utf8(out, *character);
    else
      out.push_back('&');
    raw.remove_prefix(character ? stop + 1 : 1);
  }
  return out;
}

XmlReader::Piece XmlReader::next() {
  if (m_is_broken) return Piece::broken;
  if (m_close_next) {
    m_close_next = false;
    m_name = m_open.back();
    m_open.pop_back();
    return Piece::close;
  }
  while (!done()) {
    if (m_text[m_at] != '<') {
      if (!m_open.empty()) return characters();
      skip_blanks();
      if (!done() && m_text[m_at] != '<') return break_off("text outside of the root element");
    } else if (next_is("<!--")) {
      if (!skip_past("-->")) return break_off("the file ends in a comment");
    } else if (next_is("<?")) {
      if (!skip_past("?>")) return break_off("the file ends in a processing instruction");
    } else {
      return markup();
    }
  }
  if (!m_open.empty()) return break_off(cat("the file ends inside of <", excerpt(m_open.back(), 60), ">"));
  if (!m_root_seen) return break_off("there is no element");
  return Piece::end;
}

XmlReader::Piece XmlReader::break_off(std::string_view why) {
  const auto before = m_text.substr(0, std::min(m_at, m_text.size()));
  m_problem = cat("line ", 1 + std::count(before.begin(), before.end(), '\n'), ": ", why);
  m_is_broken = true;
  return Piece::broken;
}

XmlReader::Piece XmlReader::markup() {
  if (next_is("<![CDATA[")) return m_open.empty() ? break_off("text outside of the root element") : characters();
  if (next_is("<!")) return break_off("a DTD is not read");
  return next_is("</") ? end_tag() : start_tag();
}

XmlReader::Piece XmlReader::start_tag() {
  if (m_open.empty() && m_root_seen) return break_off("there is a second root element");
  if (m_open.size() >= k_deepest) return break_off(cat("elements are nested deeper than ", k_deepest));
  ++m_at;
  const std::string_view name = take_name();
  if (name.empty()) return break_off("a tag has no name");
  if (!read_attributes()) return break_off(cat("the tag <", excerpt(name, 60), "> is malformed or cut off"));
  m_root_seen = true;
  m_close_next = next_is("/");
  m_at += m_close_next ? 2 : 1;
  m_open.push_back(name);
  m_name = name;
  return Piece::open;
}

XmlReader::Piece XmlReader::end_tag() {
  m_at += 2;
  const std::string_view name = take_name();
  skip_blanks();
  if (!next_is(">")) return break_off(cat("the tag </", excerpt(name, 60), "> is malformed or cut off"));
  if (m_open.empty() || m_open.back() != name) return break_off(cat("</", excerpt(name, 60), "> closes nothing"));
  ++m_at;
  m_open.pop_back();
  m_name = name;
  return Piece::close;
}

XmlReader::Piece XmlReader::characters() {
  constexpr std::string_view k_cdata = "<![CDATA[";
  m_is_cdata = next_is(k_cdata);
  if (m_is_cdata) m_at += k_cdata.size();
  const std::size_t begin = m_at;
  const std::size_t stop = m_is_cdata ? m_text.find("]]>", begin) : std::min(m_text.find('<', begin), m_text.size());
  if (stop == std::string_view::npos) return break_off("the file ends in CDATA");
  m_characters = m_text.substr(begin, stop - begin);
  m_at = m_is_cdata ? stop + 3 : stop;
  return Piece::text;
}

bool XmlReader::skip_past(std::string_view stop) {
  const std::size_t at = m_text.find(stop, m_at + 2);
  if (at == std::string_view::npos) return false;
  m_at = at + stop.size();
  return true;
}

// Up to the ">" or "/>" that ends the tag.
bool XmlReader::read_attributes() {
  m_attributes.clear();
  while (true) {
    const std::size_t before = m_at;
    skip_blanks();
    if (next_is(">") || next_is("/>")) return true;
    if (before == m_at || !read_attribute()) return false;
  }
}

bool XmlReader::read_attribute() {
  const std::string_view key = take_name();
  skip_blanks();
  if (key.empty() || !next_is("=")) return false;
  ++m_at;
  skip_blanks();
  if (!next_is("\"") && !next_is("'")) return false;
  const std::size_t begin = m_at + 1;
  const std::size_t end = m_text.find(m_text[m_at], begin);
  if (end == std::string_view::npos || m_attributes.size() >= k_most_attributes) return false;
  for (const auto& attribute : m_attributes) {
    if (attribute.first == key) return false;
  }
  m_attributes.emplace_back(key, m_text.substr(begin, end - begin));
  m_at = end + 1;
  return true;
}

std::string_view XmlReader::take_name() {
  const std::size_t begin = m_at;
  while (!done() && is_name_char(m_text[m_at])) ++m_at;
  return m_text.substr(begin, m_at - begin);
}

void XmlReader::skip_blanks() {
  while (!done() && is_space(m_text[m_at])) ++m_at;
}

std::optional<std::string> XmlReader::attribute(std::string_view key) const {
  for (const auto& [known, raw] : m_attributes) {
    if (known == key) return resolve_entities(raw);
  }
  return std::nullopt;
}

std::string XmlReader::text(std::size_t limit) const {
  const auto raw = m_characters.substr(0, limit);
  return m_is_cdata ? std::string(raw) : resolve_entities(raw);
}

}  // namespace assay::reports
