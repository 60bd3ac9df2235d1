#include "store/search.h"

#include "base/text.h"

namespace assay::store {

namespace {

constexpr size_t k_most_words = 32;  // bits of Search::Found
constexpr size_t k_shortest_of_id = 4;

// The word itself, whatever its characters mean in an expression, in capital and small letters.
std::string expression_of(std::string_view word) {
  std::string out = "(?i)";
  for (const char c : word) {
    if (!is_word(c)) out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

Result<Search> Search::of(std::string_view text) {
  Search out;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && !is_space(text[end])) ++end;
    if (end > at) {
      if (out.m_words.size() == k_most_words)
        return invalid_input(cat("a search takes at most ", k_most_words, " words"));
      const std::string word = to_utf8(text.substr(at, end - at));
      TRY_ASSIGN(auto pattern, Pattern::make(expression_of(word), Pattern::Kind::expression, "a word of the search"));
      out.m_all |= Found{1} << out.m_words.size();
      out.m_words.push_back(std::move(pattern));
      out.m_texts.push_back(word);
    }
    at = end + 1;
  }
  return out;
}

Search::Found Search::in(std::string_view text) const {
  Found found = 0;
  for (size_t i = 0; i < m_words.size(); ++i) {
    if (m_words[i].matches(text)) found |= Found{1} << i;
  }
  return found;
}

Search::Found Search::in_id(std::string_view id) const {
  const auto own = id.substr(id.find('-') + 1);
  Found found = 0;
  for (size_t i = 0; i < m_texts.size(); ++i) {
    const auto& word = m_texts[i];
    if (word.size() >= k_shortest_of_id && (istarts_with(own, word) || istarts_with(id, word))) found |= Found{1} << i;
  }
  return found;
}

}  // namespace assay::store
