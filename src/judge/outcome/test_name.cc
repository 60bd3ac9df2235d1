#include "judge/outcome/test_name.h"

#include <algorithm>

#include "base/text.h"

namespace assay::judge {

namespace {

std::string_view after_last(std::string_view text, std::string_view separator) {
  const auto at = text.rfind(separator);
  return at == std::string_view::npos ? text : text.substr(at + separator.size());
}

}  // namespace

std::string_view own_name(std::string_view name) {
  for (const std::string_view separator : {"::", " > ", " › ", " » ", "#"}) name = after_last(name, separator);
  if (const auto bracket = name.find('['); bracket != std::string_view::npos && bracket > 0) {
    name = name.substr(0, bracket);
  }
  if (name.find(' ') == std::string_view::npos) {
    name = name.substr(0, name.find('/'));
    name = after_last(name, ".");
  }
  return trim(name);
}

bool writes_test(std::string_view text, std::string_view own) {
  constexpr size_t k_shortest_word = 3;
  if (own.empty()) return false;
  if (find_word(text, own) != std::string_view::npos) return true;
  bool has_words = false;
  for (size_t i = 0; i < own.size();) {
    while (i < own.size() && !is_alnum(own[i])) ++i;
    const size_t begin = i;
    while (i < own.size() && is_alnum(own[i])) ++i;
    const auto word = own.substr(begin, i - begin);
    const bool is_number = std::all_of(word.begin(), word.end(), is_digit);
    if (word.size() < k_shortest_word || is_number || iequals(word, "test")) continue;
    has_words = true;
    if (!icontains(text, word)) return false;
  }
  return has_words;
}

}  // namespace assay::judge
