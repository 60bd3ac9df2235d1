// A criterion is refused only when it is known to be worthless: when nothing in it can be looked at
// and it either gives an opinion ("clean", "properly") or is too short to say anything. What merely
// has no word of our vocabulary passes: refusing good criteria would teach people to write for the lint.
#include "plan/lint.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "plan/observables.h"
#include "plan/prompt_lines.h"

namespace assay::plan {

namespace {

constexpr size_t k_fewest_words = 5;  // of a sentence in words that say nothing to us
constexpr size_t k_fewest_words_with_hint = 3;
constexpr size_t k_named_sentences = 3;  // of a criterion that is vague altogether

// Without the signs of lists and headings in front.
std::string_view without_bullet(std::string_view line) {
  line = trim(line);
  for (auto item = list_item(line); item; item = list_item(line)) line = *item;
  if (const auto heading = heading_of(line); !heading.empty()) return heading;
  while (!line.empty() && (line.front() == '-' || line.front() == '*' || line.front() == '#' || line.front() == '+') &&
         (line.size() == 1 || line[1] == ' ' || line[1] == '#'))
    line = trim_left(line.substr(1));
  return line;
}

void add_sentences(std::string_view line, std::vector<std::string_view>& out) {
  line = without_bullet(line);
  while (!line.empty()) {
    const size_t end = sentence_length(line);
    auto sentence = trim(line.substr(0, end));
    while (!sentence.empty() && (sentence.back() == '.' || sentence.back() == '!' || sentence.back() == ';'))
      sentence.remove_suffix(1);
    if (!sentence.empty()) out.push_back(sentence);
    line = trim_left(line.substr(end));
  }
}

// The items of a criterion that has several: each line, unless it goes on from the one before. A line that ends in a
// colon belongs to the items below it.
std::vector<std::vector<std::string_view>> items_of(std::string_view criterion) {
  std::vector<std::vector<std::string_view>> out;
  bool below_label = false;
  for (const auto line : split_lines(criterion)) {
    if (is_blank(line)) continue;
    const bool is_item = list_item(line).has_value();
    const bool goes_on = !out.empty() && !is_item && (below_label || is_lower(trim(line).front()));
    if (!goes_on && !(below_label && is_item)) out.emplace_back();
    if (below_label && is_item) out.back().clear();
    add_sentences(line, out.back());
    below_label = !label_of(line).empty();
  }
  return out;
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

struct ItemVerdict {
  bool is_concrete = false;
  std::vector<std::string> vague;  // its sentences with what is wrong with each, when it is not
};

ItemVerdict judge_item(const std::vector<std::string_view>& sentences) {
  ItemVerdict out;
  for (const auto sentence : sentences) {
    const Account account = account_of(sentence);
    const Kind kind = kind_of(account);
    if (kind == Kind::concrete) return {true, {}};
    if (account.words == 0) continue;
    auto why = cat("\"", excerpt(sentence, 100), "\"");
    if (kind == Kind::opinion)
      why += cat(" (\"", account.opinion.empty() ? account.soft_opinion : account.opinion,
                 "\" does not say what to look at)");
    out.vague.push_back(std::move(why));
  }
  return out;
}

}  // namespace

std::optional<std::string> why_vague(std::string_view criterion) {
  bool any_concrete = false;
  std::vector<std::string> vague;
  for (const auto& item : items_of(criterion)) {
    auto verdict = judge_item(item);
    any_concrete = any_concrete || verdict.is_concrete;
    vague.insert(vague.end(), verdict.vague.begin(), verdict.vague.end());
  }
  if (vague.empty() && any_concrete) return std::nullopt;
  if (vague.empty()) return cat("it says nothing", k_advice);
  const size_t more = vague.size() > k_named_sentences ? vague.size() - k_named_sentences : 0;
  vague.resize(vague.size() - more);
  return cat(join(vague, ", "), more > 0 ? cat(" and ", plural(more, "more sentence")) : std::string(),
             " cannot be checked", k_advice);
}

}  // namespace assay::plan
