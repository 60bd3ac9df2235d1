#include "judge/tests/renamed_subject.h"

#include <algorithm>

#include "base/text.h"

namespace assay::judge {

namespace {

constexpr size_t k_longest_test = 8192;
constexpr size_t k_words_before_to = 4;  // "rename the function X of the cart to Y"

void add_letters(std::string_view text, std::string& out) {
  for (const char c : text) {
    if (is_alnum(c)) out += to_lower(c);
  }
}

std::string letters_of(std::string_view text) {
  std::string out;
  add_letters(text, out);
  return out;
}

std::vector<std::string_view> spaced_words(std::string_view text) {
  std::vector<std::string_view> out;
  for (size_t i = 0; i < text.size();) {
    while (i < text.size() && is_space(text[i])) ++i;
    const size_t begin = i;
    while (i < text.size() && !is_space(text[i])) ++i;
    if (i > begin) out.push_back(text.substr(begin, i - begin));
  }
  return out;
}

bool joins_names(std::string_view word) {
  return word == "to" || word == "into" || word == "as" || word == "->" || word == "=>" || word == "\u2192";
}

}  // namespace

std::vector<Renaming> renamings_in(std::string_view task) {
  std::vector<Renaming> out;
  const auto words = spaced_words(task);
  for (size_t i = 0; i < words.size(); ++i) {
    if (!letters_of(words[i]).starts_with("renam")) continue;
    for (size_t to = i + 2; to + 1 < words.size() && to <= i + 2 + k_words_before_to; ++to) {
      if (!joins_names(words[to])) continue;
      Renaming made{letters_of(words[to - 1]), letters_of(words[to + 1])};
      if (made.from.size() > 1 && made.to.size() > 1 && made.from != made.to) out.push_back(std::move(made));
      break;
    }
  }
  return out;
}

std::string written_as(const CodeHunk& hunk, const std::vector<TestDeclaration>& tests, size_t at, Side side) {
  size_t end = hunk.lines.size();
  for (const auto& test : tests) {
    if (test.line > tests[at].line) end = std::min(end, test.line);
  }
  std::string out;
  for (size_t i = tests[at].line; i < end; ++i) {
    if (!on_side(hunk.lines[i], side)) continue;
    add_letters(hunk.lines[i].raw->text, out);
    if (out.size() > k_longest_test) return {};
  }
  return out;
}

bool is_renamed(std::string_view before, std::string_view after, const std::vector<Renaming>& renamings) {
  if (before.empty() || after.empty()) return false;
  return std::any_of(renamings.begin(), renamings.end(), [&](const Renaming& renaming) {
    return contains(before, renaming.from) && replace_all(std::string(before), renaming.from, renaming.to) == after;
  });
}

}  // namespace assay::judge
