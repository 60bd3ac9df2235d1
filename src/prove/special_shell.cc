#include "prove/special_shell.h"

#include <algorithm>

#include "base/text.h"
#include "prove/known_values.h"
#include "prove/special_text.h"

namespace assay::prove {

namespace {

std::vector<std::string_view> words_of_line(std::string_view text) {
  std::vector<std::string_view> out;
  for (const auto word : split(text, ' ')) {
    if (!word.empty()) out.push_back(word);
  }
  return out;
}

// "a | b*)" of a choice
std::vector<std::string_view> patterns_in(std::string_view text) {
  auto code = trim(text);
  if (const size_t in = code.find(" in "); code.starts_with("case ") && in != std::string_view::npos)
    code = trim(code.substr(in + 4));
  const size_t close = code.find(')');
  if (close == std::string_view::npos || code.substr(0, close).find_first_of("($=;`") != std::string_view::npos)
    return {};
  std::vector<std::string_view> out;
  for (const auto each : split(code.substr(0, close), '|')) {
    const auto pattern = trim(each);
    if (pattern.find(' ') != std::string_view::npos) return {};
    if (!pattern.empty()) out.push_back(pattern);
  }
  return out;
}

}  // namespace

void SearchingShell::line(std::string_view text, std::uint32_t number) {
  const auto code = trim(text);
  if (code.starts_with('#')) return;
  const auto words = words_of_line(text);
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    if (is_one_of(words[i], {"=", "==", "!=", "-eq"})) add(words[i + 1], number, false);
  }
  if (const auto patterns = patterns_in(text); !patterns.empty()) {
    for (const auto pattern : patterns) add(pattern, number, true);
  }
}

void SearchingShell::finish() {
  for (auto& value : m_out) {
    if (!m_arms.contains(value.offset)) continue;
    for (const auto& arm : m_names) {
      if (arm != value.value && value.beside.size() < k_most_beside) value.beside.push_back(arm);
    }
  }
}

void SearchingShell::add(std::string_view word, std::uint32_t number, bool arm) {
  const auto is_mark = [](char c) { return is_one_of(std::string_view(&c, 1), {"\"", "'", "*", ";", "]", "(", ")"}); };
  while (!word.empty() && is_mark(word.front())) word.remove_prefix(1);
  while (!word.empty() && is_mark(word.back())) word.remove_suffix(1);
  if (word.empty() || word.find_first_of("$\\`\"'[]") != std::string_view::npos) return;
  if (arm && std::any_of(word.begin(), word.end(), is_alnum)) m_names.emplace_back(word);
  const bool digits = std::all_of(word.begin(), word.end(), is_digit);
  if (digits ? is_known_number(word) : is_known_text(word)) return;
  const auto offset = static_cast<size_t>(word.data() - m_content.data());
  if (arm) m_arms[offset] = true;
  if (m_out.size() < k_most_special_values)
    m_out.push_back({number,
                     offset,
                     word.size(),
                     disguised(word),
                     digits ? SpecialKind::number : SpecialKind::text,
                     std::string(word),
                     std::string(word),
                     is_odd_text(word),
                     false,
                     {}});
}

}  // namespace assay::prove
