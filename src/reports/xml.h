// XML as test runners write it, one piece after the other: start tags, end tags and text. Hostile input costs no more
// than its length: no DTD is read, so there is nothing to expand, and nesting is bounded. It is stricter than needed
// where looseness would let one text be read in two ways (tags that do not match, an attribute given twice).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::reports {

class XmlReader {
 public:
  static constexpr std::size_t k_deepest = 64;
  static constexpr std::size_t k_most_attributes = 128;

  enum class Piece : std::uint8_t {
    open,    // <a x="1">, and <a/>, which is followed by its close
    close,   // </a>
    text,    // between tags; CDATA too
    end,     // the document was well formed to its end
    broken,  // it was not: problem()
  };

  // REQUIRES: the text outlives the reader. It is UTF-8, or nearly: bytes are handed on as they are.
  explicit XmlReader(std::string_view text) : m_text(text) {}

  Piece next();

  std::string_view name() const { return m_name; }  // of the tag
  // An attribute of the start tag, its entities resolved.
  std::optional<std::string> attribute(std::string_view key) const;
  std::string attribute_or_empty(std::string_view key) const { return attribute(key).value_or(std::string()); }
  // About the first `limit` bytes of the text, its entities resolved.
  std::string text(std::size_t limit) const;

  std::size_t depth() const { return m_open.size(); }  // of open elements; at a start tag it is among them
  const std::string& problem() const { return m_problem; }

 private:
  Piece break_off(std::string_view why);
  Piece markup();
  Piece start_tag();
  Piece end_tag();
  Piece characters();
  bool skip_past(std::string_view stop);
  bool read_attributes();
  bool read_attribute();
  std::string_view take_name();
  void skip_blanks();
  bool done() const { return m_at >= m_text.size(); }
  bool next_is(std::string_view expected) const { return m_text.substr(m_at).starts_with(expected); }

  std::string_view m_text;
  std::size_t m_at = 0;
  std::vector<std::string_view> m_open;
  std::string_view m_name;
  std::string_view m_characters;
  bool m_is_cdata = false;
  bool m_close_next = false;  // the start tag was <a/>
  bool m_root_seen = false;
  bool m_is_broken = false;
  std::vector<std::pair<std::string_view, std::string_view>> m_attributes;
  std::string m_problem;
};

// "a &lt; b &#62; c": the five entities of XML and numbers. Any other stays as it is written.
std::string resolve_entities(std::string_view raw);

}  // namespace assay::reports
