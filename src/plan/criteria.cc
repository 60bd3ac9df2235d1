#include "plan/criteria.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"
#include "plan/prompt_criteria.h"
#include "plan/prompt_lines.h"
#include "plan/words.h"

namespace assay::plan {

namespace {

// In singular where there is one, lower case; a plural is found by its singular. Besides the words
// themselves stand the other forms of the verbs among them, because "testing" asks for what "test" asks.
constexpr std::string_view k_frontend[] = {"ui", "ux", "frontend", "design", "screen", "page", "component", "layout"};
constexpr std::string_view k_backend[] = {"api",    "backend", "server",   "database",
                                          "worker", "queue",   "contract", "schema"};
constexpr std::string_view k_testing[] = {
    "test",       "testing",  "tested", "smoke",      "verify",    "verified", "verifies", "verifying", "verification",
    "validation", "validate", "qa",     "validating", "validated", "review",   "reviewed", "reviewing"};
constexpr std::string_view k_documentation[] = {"readme", "doc", "documentation", "onboard", "onboarding", "setup"};

constexpr std::string_view k_base_criterion = "The requested slice is implemented in a coherent, runnable state.";
constexpr std::string_view k_frontend_criterion =
    "User-facing behavior is understandable and coherent for the requested flow.";
constexpr std::string_view k_backend_criterion =
    "Backend and contract behavior match the requested implementation scope.";
constexpr std::string_view k_testing_criterion =
    "There is at least one practical validation path for the delivered work.";
constexpr std::string_view k_documentation_criterion =
    "The repo explains how to run or understand the delivered slice.";

constexpr size_t k_longest_word = 16;
constexpr size_t k_title_characters = 80;

template <size_t N>
bool holds(const std::string_view (&family)[N], std::string_view word) {
  if (std::find(std::begin(family), std::end(family), word) != std::end(family)) return true;
  if (!word.ends_with('s')) return false;
  word.remove_suffix(1);
  return std::find(std::begin(family), std::end(family), word) != std::end(family);
}

// "front-end", "front end", "back_end": one word in two pieces.
bool joined_by_one_sign(std::string_view gap) { return gap == "-" || gap == " " || gap == "_" || gap == "‑"; }

void add(Topics& topics, std::string_view word) {
  topics.frontend = topics.frontend || holds(k_frontend, word);
  topics.backend = topics.backend || holds(k_backend, word);
  topics.testing = topics.testing || holds(k_testing, word);
  topics.documentation = topics.documentation || holds(k_documentation, word);
}

// Where the first sentence of a line ends: a full stop, with blanks and a new sentence behind it.
// "v1.2", "e.g. this" and "a.b" go on.
size_t sentence_end(std::string_view line) {
  for (size_t i = 0; i + 1 < line.size(); ++i) {
    if (line[i] != '.' && line[i] != '!' && line[i] != '?') continue;
    if (!is_space(line[i + 1])) continue;
    const std::string_view rest = trim_left(line.substr(i + 1));
    if (rest.empty() || !is_lower(rest.front())) return i + 1;
  }
  return line.size();
}

// Signs that turn the direction of the text around them would disturb the lines a title stands in.
bool is_direction_sign(char32_t c) { return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069); }

// Belongs to the character before it: accents, emoji variations and joined emoji.
bool continues_character(char32_t c) {
  return (c >= 0x300 && c < 0x370) || (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0x1F3FB && c <= 0x1F3FF) || c == 0x200D;
}

// One line: controls and runs of blanks become one blank.
std::string one_line(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const auto character = utf8_at(text, at);
    const std::string_view bytes = text.substr(at, character.size);
    at += character.size;
    if (is_direction_sign(character.code)) continue;
    const bool blank = character.code <= 0x20 || (character.code >= 0x7F && character.code <= 0xA0) ||
                       character.code == 0x2028 || character.code == 0x2029;
    if (!blank) {
      out.append(character.code == 0xFFFD ? std::string_view("\xEF\xBF\xBD") : bytes);
    } else if (!out.empty() && out.back() != ' ') {
      out.push_back(' ');
    }
  }
  return std::string(trim(out));
}

std::string shortened(const std::string& title) {
  size_t cut = 0;         // where the last character ends that leaves room for "…"
  size_t last_blank = 0;  // likewise, between words
  size_t characters = 0;
  bool joined = false;
  for (size_t at = 0; at < title.size();) {
    const auto character = utf8_at(title, at);
    if (characters < k_title_characters && !joined && !continues_character(character.code)) {
      cut = at;
      if (character.code == ' ') last_blank = at;
    }
    joined = character.code == 0x200D;
    ++characters;
    at += character.size;
  }
  if (characters <= k_title_characters) return title;
  const size_t end = last_blank > cut / 2 ? last_blank : cut;
  return cat(trim_right(std::string_view(title).substr(0, end)), "…");
}

}  // namespace

Topics topics_of(std::string_view prompt) {
  Topics topics;
  std::array<char, k_longest_word> letters{};
  std::string_view side;  // "front" or "back", when that was the word before
  for (Words words(prompt); words.next();) {
    const std::string_view original = words.word();
    if (!words.plain() || original.size() > letters.size()) {
      side = {};
      continue;
    }
    std::transform(original.begin(), original.end(), letters.begin(), to_lower);
    const std::string_view word(letters.data(), original.size());
    if (!side.empty() && (word == "end" || word == "ends") && joined_by_one_sign(words.gap())) {
      add(topics, side == "front" ? "frontend" : "backend");
    }
    add(topics, word);
    side = word == "front" ? std::string_view("front") : word == "back" ? std::string_view("back") : std::string_view();
  }
  return topics;
}

std::vector<std::string> criteria_for(std::string_view prompt) {
  auto asked = read_prompt(prompt).criteria;
  if (!asked.empty()) return asked;
  const Topics topics = topics_of(prompt);
  std::vector<std::string> out{std::string(k_base_criterion)};
  if (topics.frontend) out.emplace_back(k_frontend_criterion);
  if (topics.backend) out.emplace_back(k_backend_criterion);
  if (topics.testing) out.emplace_back(k_testing_criterion);
  if (topics.documentation) out.emplace_back(k_documentation_criterion);
  return out;
}

bool is_general(std::string_view criterion) {
  return is_one_of(criterion, {k_base_criterion, k_frontend_criterion, k_backend_criterion, k_testing_criterion,
                               k_documentation_criterion});
}

std::string title_for(std::string_view prompt) {
  constexpr size_t k_enough = 4096;  // a title has 80 characters; the rest of a line is not looked at
  while (!prompt.empty()) {
    const size_t end = std::min(prompt.find('\n'), prompt.size());
    std::string_view line = prompt.substr(0, std::min(end, k_enough));
    prompt.remove_prefix(std::min(end + 1, prompt.size()));
    line = trim(line);
    while (line.starts_with('#')) line.remove_prefix(1);
    line = list_item(line).value_or(line);
    line = line.substr(0, sentence_end(line));
    std::string title = one_line(line);
    if (title.ends_with('.') && !title.ends_with("..")) title.pop_back();
    if (!title.empty()) return shortened(title);
  }
  return "Untitled";
}

}  // namespace assay::plan
