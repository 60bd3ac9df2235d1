// Aho and Corasick's automaton over the bytes that occur in literals. The scan of a diff has its needles compiled when
// the program is built (base/needles.h); those of a repository's rules are known only when they are read.
#include "judge/own/literals.h"

#include <algorithm>

#include "base/text.h"

namespace assay::judge {

namespace {

// Words that most files hold.
constexpr std::string_view k_common[] = {
    "and",  "as",     "assert", "break",  "case",  "catch", "class",  "const",  "def",   "do",       "else",
    "end",  "except", "false",  "False",  "final", "fn",    "for",    "from",   "func",  "function", "get",
    "if",   "import", "in",     "int",    "is",    "let",   "name",   "new",    "nil",   "None",     "not",
    "null", "or",     "public", "return", "self",  "set",   "static", "string", "test",  "this",     "throw",
    "true", "True",   "try",    "type",   "use",   "value", "var",    "void",   "while", "with"};

}  // namespace

Needed needed_text(std::string_view text) {
  text = text.substr(0, LiteralSearch::k_longest);
  if (text.empty()) return {};
  const bool common = std::find(std::begin(k_common), std::end(k_common), text) != std::end(k_common);
  const bool sign = !is_word(text[0]);
  return {{std::string(text)}, sign || common ? 1 + std::min<size_t>(text.size(), 4) : 5 + text.size()};
}

Needed rarer(Needed a, Needed b) { return b.rarity > a.rarity ? b : a; }

Needed one_of(Needed a, Needed b) {
  if (a.rarity == 0 || b.rarity == 0) return {};
  a.texts.insert(a.texts.end(), b.texts.begin(), b.texts.end());
  a.rarity = std::min(a.rarity, b.rarity);
  return a;
}

std::uint32_t LiteralSearch::add(std::string_view literal) {
  literal = literal.substr(0, k_longest);
  const auto at = static_cast<size_t>(std::find(m_literals.begin(), m_literals.end(), literal) - m_literals.begin());
  if (at == m_literals.size()) m_literals.emplace_back(literal);
  return static_cast<std::uint32_t>(at);
}

void LiteralSearch::finish() {
  for (const auto& literal : m_literals) {
    for (const char c : literal) {
      // 255 classes are enough: no literal holds a line end.
      if (m_class[byte_of(c)] == 0) m_class[byte_of(c)] = static_cast<std::uint8_t>(m_width++);
    }
  }
  const auto add_node = [this] {
    m_next.resize(m_next.size() + m_width, k_none);
    m_ends.push_back(k_none);
    m_suffix.push_back(0);
  };
  add_node();
  for (std::uint32_t n = 0; n < m_literals.size(); ++n) {
    std::uint32_t node = 0;
    for (const char c : m_literals[n]) {
      const size_t at = node * m_width + m_class[byte_of(c)];
      if (m_next[at] == k_none) {
        m_next[at] = static_cast<std::uint32_t>(m_ends.size());
        add_node();
      }
      node = m_next[at];
    }
    m_ends[node] = n;
  }
  // Level by level: where a text goes on that began further behind.
  std::vector<std::uint32_t> falls(m_ends.size()), queue = {0};
  for (size_t i = 0; i < queue.size(); ++i) {
    const std::uint32_t node = queue[i];
    const std::uint32_t fall = falls[node];
    if (node != 0) m_suffix[node] = m_ends[fall] != k_none ? fall : m_suffix[fall];
    for (size_t c = 0; c < m_width; ++c) {
      auto& to = m_next[node * m_width + c];
      const auto otherwise = node == 0 ? 0 : m_next[fall * m_width + c];
      if (to == k_none) {
        to = otherwise;
      } else {
        falls[to] = otherwise;
        queue.push_back(to);
      }
    }
  }
}

void LiteralSearch::search(std::string_view text, FoundLiterals& found) const {
  std::uint32_t node = 0;
  for (const char c : text) {
    node = next(node, byte_of(c));
    // A literal that is marked has its suffixes marked.
    for (auto at = m_ends[node] != k_none ? node : m_suffix[node]; at != 0 && !found[m_ends[at]]; at = m_suffix[at])
      found[m_ends[at]] = true;
  }
}

}  // namespace assay::judge
