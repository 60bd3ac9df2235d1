#include "plan/observables.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/text.h"
#include "plan/vocabulary.h"

namespace assay::plan {

namespace {

constexpr size_t k_longest = 32;  // words longer than this are in no vocabulary

struct Token {
  std::string_view raw;   // between blanks
  std::string_view bare;  // without the punctuation around it
  std::string small;      // bare, lower case; empty when it is too long to be a word
};

bool is_punctuation(char c) { return std::string_view("()[]{},;:.!?\"'`*").find(c) != std::string_view::npos; }

Token token_of(std::string_view raw) {
  std::string_view bare = raw;
  while (!bare.empty() && is_punctuation(bare.back())) bare.remove_suffix(1);
  // A dot in front belongs to the name: ".env", "./run".
  while (!bare.empty() && bare.front() != '.' && is_punctuation(bare.front())) bare.remove_prefix(1);
  return {raw, bare, bare.size() <= k_longest ? lower(bare) : std::string()};
}

std::vector<Token> tokens_of(std::string_view sentence) {
  std::vector<Token> out;
  size_t at = 0;
  while (at < sentence.size()) {
    while (at < sentence.size() && is_space(sentence[at])) ++at;
    size_t end = at;
    while (end < sentence.size() && !is_space(sentence[end])) ++end;
    if (end > at) out.push_back(token_of(sentence.substr(at, end - at)));
    at = end;
  }
  return out;
}

bool all_plain_letters(std::string_view s) { return !s.empty() && std::all_of(s.begin(), s.end(), is_alpha); }

}  // namespace

// "/api/tasks", "./run", "src/a", "https://…": but not "and/or", "UI/UX", "read/write".
bool is_path(std::string_view s) {
  const size_t slash = s.find('/');
  if (slash == std::string_view::npos || s.size() < 3) return false;
  if (contains(s, "://")) return true;
  if (slash == 0) return is_alnum(s[1]) || s[1] == '.' || s[1] == '_' || s[1] == '{' || s[1] == ':';
  const std::string_view first = s.substr(0, slash);
  if (first == "." || first == ".." || first == "~" || is_folder(lower(first.substr(0, k_longest)))) return true;
  const std::string_view rest = s.substr(slash + 1);
  const bool two_words = all_plain_letters(first) && all_plain_letters(rest);
  return !two_words && is_alnum(first.back()) && !rest.empty() && rest.find_first_of("/.*_") != std::string_view::npos;
}

bool is_file_name(std::string_view s) {
  const size_t dot = s.rfind('.');
  if (dot == std::string_view::npos || dot + 1 >= s.size()) return false;
  if (s == "Node.js" || s == "Vue.js" || s == "Next.js" || s == "Nuxt.js" || s == "Express.js" || s == "Three.js")
    return false;
  const std::string_view stem = s.substr(0, dot), ending = s.substr(dot + 1);
  if (stem.empty())
    return is_file_ending(ending) || ending == "gitignore" || ending == "npmrc" || ending == "editorconfig";
  return (is_word(stem.back()) || stem.back() == '*' || stem.back() == '-') && is_file_ending(ending);
}

// repository_url, RepositoryURL, parseConfig, MAX_SIZE, parse(), a.b(), --json, $HOME, @Test, std::string
bool is_identifier(std::string_view raw, std::string_view s) {
  if (contains(raw, "()") || contains(s, "::") || contains(s, "->")) return true;
  if (s.starts_with("--") && s.size() > 3 && is_alpha(s[2])) return true;
  if (s.size() > 1 && s.front() == '$' && (is_alpha(s[1]) || s[1] == '{')) return true;
  if (s.size() > 2 && s.front() == '@' && is_alpha(s[1])) return true;
  if (is_brand(s)) return false;
  bool hump = false;
  for (size_t i = 1; i + 1 < s.size(); ++i) {
    if (s[i] == '_' && is_alnum(s[i - 1]) && is_alnum(s[i + 1])) return true;
    hump = hump || (is_lower(s[i - 1]) && is_upper(s[i])) || (s[i] == '=' && is_alnum(s[i - 1]) && is_alnum(s[i + 1]));
  }
  if (s.size() > 1) hump = hump || (is_lower(s[s.size() - 2]) && is_upper(s.back()));
  return hump;
}

namespace {

// "Content-Type", "X-Request-Id": two or more capitalised parts, as headers are written.
bool is_header_name(std::string_view raw, std::string_view s) {
  if (s.starts_with("X-") && s.size() > 3) return true;
  const size_t dash = s.find('-');
  if (dash == std::string_view::npos || dash + 1 >= s.size() || !raw.ends_with(':')) return false;
  return is_upper(s.front()) && is_upper(s[dash + 1]);
}

bool is_number(std::string_view s) {
  return !s.empty() &&
         (is_digit(s.front()) ||
          (s.size() > 1 && std::string_view("<>=~$€").find(s.front()) != std::string_view::npos && is_digit(s[1])));
}

// "200ms", "10MB", "99.9%", "v1.2.3", "1.2.0": the number brings what it counts.
bool carries_unit(std::string_view s) {
  if (s.size() > 1 && (s.front() == 'v' || s.front() == 'V') && is_digit(s[1])) return contains(s, ".");
  if (!is_number(s)) return false;
  if (std::count(s.begin(), s.end(), '.') >= 2 || s.starts_with("0x")) return true;
  size_t at = 0;
  while (at < s.size() && !is_digit(s[at])) ++at;
  while (at < s.size() && (is_digit(s[at]) || s[at] == '.' || s[at] == ',')) ++at;
  const std::string_view unit = s.substr(at);
  if (unit == "%") return !s.starts_with("100%");
  return !unit.empty() && unit.size() <= k_longest && is_unit(lower(unit));
}

bool is_status_code(std::string_view s) {
  return s.size() == 3 && s[0] >= '1' && s[0] <= '5' && is_digit(s[1]) && is_digit(s[2]);
}

bool is_measured(const std::vector<Token>& tokens, size_t i) {
  if (carries_unit(tokens[i].bare)) return true;
  if (!is_number(tokens[i].bare)) return false;
  if (is_status_code(tokens[i].bare) || !is_digit(tokens[i].bare.front())) return true;
  if (i > 0 && is_bound(tokens[i - 1].small)) return true;
  return i + 1 < tokens.size() && is_unit(tokens[i + 1].small);
}

bool says_tests_pass(const std::vector<Token>& tokens, size_t i) {
  constexpr std::string_view k_outcomes[] = {"pass",     "passes",       "passed", "passing", "green", "succeed",
                                             "succeeds", "successfully", "fail",   "fails",   "cover", "covers"};
  constexpr std::string_view k_runs[] = {"build",    "checks", "ci",   "lint",      "linter",
                                         "pipeline", "suite",  "test", "testsuite", "tests"};
  if (std::find(std::begin(k_runs), std::end(k_runs), tokens[i].small) == std::end(k_runs)) return false;
  for (size_t k = i + 1; k < tokens.size() && k < i + 6; ++k) {
    if (std::find(std::begin(k_outcomes), std::end(k_outcomes), tokens[k].small) != std::end(k_outcomes)) return true;
  }
  return false;
}

// Text in quotes is something to look for, unless the quotes only decorate an opinion.
bool quotes_text(std::string_view sentence) {
  struct Pair {
    std::string_view open, close;
  };
  constexpr Pair k_pairs[] = {{"`", "`"}, {"\"", "\""}, {"“", "”"}, {"«", "»"}, {" '", "'"}};
  for (const auto& [open, close] : k_pairs) {
    for (size_t at = sentence.find(open); at != std::string_view::npos;) {
      const size_t begin = at + open.size();
      const size_t end = sentence.find(close, begin);
      if (end == std::string_view::npos) break;
      const std::string_view inside = trim(sentence.substr(begin, end - begin));
      const bool opinion = inside.size() <= k_longest && (is_opinion(lower(inside)) || is_soft_opinion(lower(inside)));
      if (!inside.empty() && !opinion) return true;
      at = sentence.find(open, end + close.size());
    }
  }
  return false;
}

bool is_proof(const std::vector<Token>& tokens, size_t i) {
  const Token& token = tokens[i];
  if (token.bare.empty()) return false;
  if (is_path(token.bare) || is_file_name(token.bare) || is_identifier(token.raw, token.bare) ||
      is_header_name(token.raw, token.bare))
    return true;
  if (is_program(token.small) || is_measured(tokens, i) || says_tests_pass(tokens, i)) return true;
  return i + 1 < tokens.size() && is_command(token.small, tokens[i + 1].small);
}

bool is_foreign(std::string_view sentence) {
  const auto beyond = static_cast<size_t>(
      std::count_if(sentence.begin(), sentence.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }));
  const auto letters = static_cast<size_t>(std::count_if(sentence.begin(), sentence.end(), is_alpha));
  return beyond > letters;
}

}  // namespace

Account account_of(std::string_view sentence) {
  Account account;
  account.foreign = is_foreign(sentence);
  if (quotes_text(sentence)) account.strength = Strength::proof;
  const auto tokens = tokens_of(sentence);
  for (size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.bare.empty()) continue;
    ++account.words;
    if (account.strength == Strength::proof) continue;
    if (is_proof(tokens, i))
      account.strength = Strength::proof;
    else if (is_sight(token.small) || is_number(token.bare))
      account.strength = Strength::hint;
    if (account.opinion.empty() && is_opinion(token.small)) account.opinion = token.small;
    if (account.soft_opinion.empty() && is_soft_opinion(token.small)) account.soft_opinion = token.small;
  }
  return account;
}

}  // namespace assay::plan
