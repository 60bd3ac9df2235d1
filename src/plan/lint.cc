// A criterion is refused only when it is known to be worthless: when nothing in it can be looked at
// and it either gives an opinion ("clean", "properly") or is too short to say anything. What merely
// has no word of our vocabulary passes: refusing good criteria would teach people to write for the lint.
#include "plan/lint.h"

#include <vector>

#include "base/text.h"
#include "plan/observables.h"

namespace assay::plan {

namespace {

constexpr size_t k_fewest_words = 5;  // of a sentence in words that say nothing to us
constexpr size_t k_fewest_words_with_hint = 3;
constexpr size_t k_named_sentences = 3;  // of a criterion that is vague altogether

// "- ", "* ", "1. ", "[ ] ", "## " in front.
std::string_view without_bullet(std::string_view line) {
  line = trim(line);
  for (bool again = true; again;) {
    again = false;
    while (!line.empty() &&
           (line.front() == '-' || line.front() == '*' || line.front() == '#' || line.front() == '+') &&
           (line.size() == 1 || line[1] == ' ' || line[1] == '#')) {
      line = trim_left(line.substr(1));
    }
    if (line.size() >= 3 && line.front() == '[' && line[2] == ']') {
      line = trim_left(line.substr(3));
      again = true;
    }
    size_t digits = 0;
    while (digits < line.size() && is_digit(line[digits])) ++digits;
    if (digits > 0 && digits + 1 < line.size() && (line[digits] == '.' || line[digits] == ')') &&
        line[digits + 1] == ' ') {
      line = trim_left(line.substr(digits + 1));
      again = true;
    }
  }
  return line;
}

void add_sentences(std::string_view line, std::vector<std::string_view>& out) {
  line = without_bullet(line);
  size_t begin = 0;
  for (size_t i = 0; i + 1 < line.size(); ++i) {
    const bool ends = line[i] == '.' || line[i] == '!' || line[i] == '?' || line[i] == ';';
    if (!ends || !is_space(line[i + 1])) continue;
    const std::string_view rest = trim_left(line.substr(i + 1));
    if (line[i] != ';' && !rest.empty() && is_lower(rest.front())) continue;
    out.push_back(line.substr(begin, i - begin));
    begin = line.size() - rest.size();
    i = begin > 0 ? begin - 1 : 0;
  }
  std::string_view last = trim(line.substr(begin));
  while (last.ends_with('.')) last.remove_suffix(1);
  if (!last.empty()) out.push_back(last);
}

enum class Kind { concrete, opinion, empty };

Kind kind_of(const Account& account) {
  if (account.strength == Strength::proof) return Kind::concrete;
  if (account.foreign) return Kind::concrete;
  if (!account.opinion.empty()) return Kind::opinion;
  if (!account.soft_opinion.empty() && account.strength == Strength::none) return Kind::opinion;
  const size_t enough = account.strength == Strength::hint ? k_fewest_words_with_hint : k_fewest_words;
  return account.words >= enough ? Kind::concrete : Kind::empty;
}

constexpr std::string_view k_advice =
    "; name what shows it: a command to run, a file, a test, an endpoint and its answer, a value or an exact text";

}  // namespace

std::optional<std::string> why_vague(std::string_view criterion) {
  std::vector<std::string_view> sentences;
  for (const auto line : split_lines(criterion)) add_sentences(line, sentences);
  std::string vague;
  size_t count = 0;
  for (const auto sentence : sentences) {
    const Account account = account_of(sentence);
    const Kind kind = kind_of(account);
    if (kind == Kind::concrete) return std::nullopt;
    if (account.words == 0 || ++count > k_named_sentences) continue;
    if (!vague.empty()) vague += ", ";
    vague += cat("\"", excerpt(sentence, 100), "\"");
    if (kind == Kind::opinion)
      vague += cat(" (\"", account.opinion.empty() ? account.soft_opinion : account.opinion,
                   "\" does not say what to look at)");
  }
  if (count == 0) return cat("it says nothing", k_advice);
  if (count > k_named_sentences) vague += cat(" and ", plural(count - k_named_sentences, "more sentence"));
  return cat(vague, " cannot be checked", k_advice);
}

}  // namespace assay::plan
