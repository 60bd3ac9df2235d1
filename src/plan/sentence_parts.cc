#include "plan/sentence_parts.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "base/utf8.h"

namespace assay::plan {

namespace {

constexpr size_t k_most_looked_at = 4000;
constexpr size_t k_longest_quote = 300;

struct QuotePair {
  std::string_view open, close;
};
constexpr QuotePair k_quotes[] = {{"\"", "\""}, {"“", "”"},   {"„", "“"},   {"„", "”"}, {"«", "»"},
                                  {"»", "«"},   {"「", "」"}, {"『", "』"}, {"‘", "’"}};

bool is_edge(char c) { return std::string_view("()[]{},;:.!?'*").find(c) != std::string_view::npos; }

// Punctuation and brackets of scripts that write without blanks; they part words.
bool is_wide_sign(char32_t c) {
  return (c >= 0x3000 && c <= 0x303F) || (c >= 0xFF01 && c <= 0xFF0F) || (c >= 0xFF1A && c <= 0xFF20) || c == 0xFF5C ||
         c == 0x30FB || c == 0xA0 || c == 0x202F || c == 0x2192;
}

bool is_far_script(char32_t c) { return c >= 0x590 && c != 0xFFFD; }

std::string_view without_edges(std::string_view word) {
  // Braces and brackets that are closed belong to the word: "/users/{id}", "list[0]".
  while (!word.empty() && is_edge(word.back())) {
    const bool closes = (word.back() == '}' && contains(word, "{")) || (word.back() == ']' && contains(word, "["));
    if (closes || (word.ends_with("()") && word.size() > 2)) break;
    word.remove_suffix(1);
  }
  while (!word.empty() && word.front() != '.' && is_edge(word.front())) word.remove_prefix(1);
  return word;
}

class Parting {
 public:
  explicit Parting(std::string_view text) : m_text(text.substr(0, k_most_looked_at)) {}

  SentenceParts parts() {
    while (m_at < m_text.size()) {
      if (m_text[m_at] == '`' && take_code()) continue;
      if (take_quote() || take_single_quote()) continue;
      take_word();
    }
    return std::move(m_parts);
  }

 private:
  bool take_code() {
    size_t open = m_at;
    while (open < m_text.size() && m_text[open] == '`') ++open;
    const auto ticks = m_text.substr(m_at, open - m_at);
    const size_t close = m_text.substr(0, open + k_longest_quote).find(ticks, open);
    if (close == std::string_view::npos) return false;
    const auto inside = trim(m_text.substr(open, close - open));
    m_at = close + ticks.size();
    if (inside.find(' ') != std::string_view::npos)
      m_parts.code.push_back({inside, m_parts.words.size()});
    else if (!inside.empty())
      m_parts.words.push_back({inside, inside, true});
    return true;
  }

  bool take_quote() {
    const bool after_letter = m_at > 0 && is_alnum(m_text[m_at - 1]);
    for (const auto& [open, close] : k_quotes) {
      if (!m_text.substr(m_at).starts_with(open) || after_letter) continue;
      const size_t begin = m_at + open.size();
      const size_t end = m_text.substr(0, begin + k_longest_quote).find(close, begin);
      if (end == std::string_view::npos) continue;
      auto inside = trim(m_text.substr(begin, end - begin));
      while (inside.starts_with("\xC2\xA0")) inside = trim(inside.substr(2));
      while (inside.ends_with("\xC2\xA0")) inside = trim(inside.substr(0, inside.size() - 2));
      m_at = end + close.size();
      if (!inside.empty()) m_parts.quotes.push_back(inside);
      return true;
    }
    return false;
  }

  // 'unknown option': a single quote that opens a word and one that closes another, which no apostrophe does.
  bool take_single_quote() {
    const bool opens = m_text[m_at] == '\'' && (m_at == 0 || is_space(m_text[m_at - 1]) || m_text[m_at - 1] == '(');
    if (!opens || m_at + 1 >= m_text.size() || is_space(m_text[m_at + 1])) return false;
    const auto reach = m_text.substr(0, m_at + 1 + k_longest_quote);
    for (size_t end = reach.find('\'', m_at + 2); end != std::string_view::npos; end = reach.find('\'', end + 1)) {
      const bool closes = !is_space(m_text[end - 1]) && (end + 1 == m_text.size() || !is_alnum(m_text[end + 1]));
      if (!closes) continue;
      m_parts.quotes.push_back(m_text.substr(m_at + 1, end - m_at - 1));
      m_at = end + 1;
      return true;
    }
    return false;
  }

  bool ends_here() const {
    const char c = m_text[m_at];
    if (is_space(c) || c == '`' || c == '|' || c == '"') return true;
    if (byte_of(c) < 0x80) return false;
    const auto code = utf8_at(m_text, m_at).code;
    const bool opens = std::any_of(std::begin(k_quotes), std::end(k_quotes), [&](const QuotePair& pair) {
      return m_text.substr(m_at).starts_with(pair.open) || m_text.substr(m_at).starts_with(pair.close);
    });
    return opens || is_wide_sign(code);
  }

  // "返回200", "/items返回", "200を": where the script changes, unless it is within a path.
  bool parts_here(size_t begin) const {
    const auto so_far = m_text.substr(begin, m_at - begin);
    const bool far_now = is_far_script(utf8_at(m_text, m_at).code);
    if (so_far.empty()) return false;
    if (!far_now) return is_far_script(utf8_at(so_far, 0).code) && m_all_far;
    return so_far.front() == '/' || std::all_of(so_far.begin(), so_far.end(), is_digit);
  }

  void take_word() {
    const size_t begin = m_at;
    m_all_far = true;
    while (m_at < m_text.size() && !ends_here() && !parts_here(begin)) {
      const auto character = utf8_at(m_text, m_at);
      m_all_far = m_all_far && is_far_script(character.code);
      m_at += character.size;
    }
    const auto raw = m_text.substr(begin, m_at - begin);
    const auto word = without_edges(raw);
    if (!word.empty()) m_parts.words.push_back({raw, word, false});
    if (m_at == begin) m_at += utf8_at(m_text, m_at).size;
  }

  std::string_view m_text;
  size_t m_at = 0;
  bool m_all_far = true;  // the word so far
  SentenceParts m_parts;
};

}  // namespace

SentenceParts take_apart(std::string_view sentence) { return Parting(sentence).parts(); }

}  // namespace assay::plan
