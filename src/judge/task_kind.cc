#include "judge/task_kind.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "base/text.h"

namespace assay::judge {

namespace {

// Kinds of commits that say what they are: "refactor(cart)!: …"
constexpr std::array k_prefixes_of_upkeep = {"refactor", "perf",  "style", "docs", "doc",  "test",    "tests", "chore",
                                             "ci",       "build", "deps",  "lint", "typo", "cleanup", "bench", "types"};
constexpr std::array k_prefixes_of_behaviour = {"fix", "feat", "feature", "bugfix", "hotfix", "revert", "security"};

// The first of these words tells what a task is. Stemmed, as in TaskView; other languages as they are written.
constexpr std::array k_upkeep = {
    "refactor", "restructur", "reorganiz", "reorganis",     "cleanup",    "renam",       "dedup",    "moderniz",
    "modernis", "optimiz",    "optimis",   "documentation", "typo",       "spell",       "reformat", "typehint",
    "refaktor", "umbenenn",   "aufräum",   "aufräumen",     "vereinfach", "refactoriza", "renombra", "simplifica",
    "renomm",   "simplifier", "nettoy",    "readm",         "changelog",  "reword",      "wording",  "docstring"};
// These too, as the first word: later ones may be things.
constexpr std::array k_upkeep_at_first = {"simplify", "tidy",    "extract",  "inlin",   "clean",   "mov",
                                          "split",    "speed",   "document", "doc",     "comment", "format",
                                          "lint",     "annotat", "bump",     "upgrad",  "styl",    "benchmark",
                                          "log",      "help",    "describ",  "clarify", "explain", "logg"};
constexpr std::array k_behaviour = {
    "add",  "fix",    "support", "implement", "allow",   "mak",   "return",  "reject",  "accept",   "rais",
    "show", "print",  "handl",   "chang",     "prevent", "ensur", "correct", "validat", "introduc", "creat",
    "let",  "reject", "treat",   "honor",     "honour",  "enabl", "disabl",  "deny",    "limit",    "round",
    "sort", "count",  "pars",    "repair",    "stop",    "ignor", "warn",    "fail",    "throw",    "emit",
    "read", "writ",   "send",    "accept",    "default", "set",   "provid",  "should",  "must"};
// What is added or changed is no behaviour when it is one of these.
constexpr std::array k_objects_of_upkeep = {"test",       "comment",       "doc",     "docstr",    "docstring",
                                            "document",   "documentation", "typ",     "hint",      "annotation",
                                            "readm",      "changelog",     "coverag", "benchmark", "licens",
                                            "regression", "spec",          "logg",    "log"};

bool is_in(std::span<const char* const> list, std::string_view word) {
  return std::any_of(list.begin(), list.end(), [&](std::string_view each) { return each == word; });
}

// "refactor" of "refactor(cart)!: put totals in one place".
std::string prefix_of(std::string_view text) {
  const auto line = text.substr(0, text.find('\n'));
  const auto colon = line.find(':');
  if (colon == std::string_view::npos || colon > 40) return {};
  const auto head = trim(line.substr(0, colon));
  const auto end = std::find_if_not(head.begin(), head.end(), is_word);
  return lower(head.substr(0, static_cast<size_t>(end - head.begin())));
}

bool says_same(std::string_view text) {
  const auto low = lower(text);
  for (const std::string_view phrase : {"no behavior change",
                                        "no behaviour change",
                                        "no functional change",
                                        "without changing behav",
                                        "without changing the behav",
                                        "without changing what it",
                                        "behaviour must not change",
                                        "behavior must not change",
                                        "same behav",
                                        "no change in behav",
                                        "behaviour stays",
                                        "behavior stays",
                                        "pure refactor",
                                        "verhalten bleibt",
                                        "ohne das verhalten",
                                        "sans changer le comportement",
                                        "sin cambiar el comportamiento",
                                        "リファクタ",
                                        "without changing result",
                                        "without changing the result",
                                        "without changing output",
                                        "without changing the output"}) {
    if (contains(low, phrase)) return true;
  }
  return false;
}

// What people complain of when they want the same done faster or in less code. Words of any subject are among them
// ("unused seats"), so they count only where nothing is ordered besides.
bool complains_of_code(std::string_view text) {
  const auto low = lower(text);
  constexpr std::string_view k_complaints[] = {"no callers",
                                               "no caller",
                                               "dead code",
                                               "unused code",
                                               "unused function",
                                               "unused import",
                                               "unused parameter",
                                               "unused variable",
                                               "unused method",
                                               "unused class",
                                               "unused field",
                                               "unused helper",
                                               "unused argument",
                                               "unused constant",
                                               "unused module",
                                               "is unused",
                                               "are unused",
                                               "no tests for",
                                               "has no tests",
                                               "have no tests",
                                               "is untested",
                                               "are untested",
                                               "fehlen tests",
                                               "manque des tests",
                                               "faltan pruebas",
                                               "is linear",
                                               "is quadratic",
                                               "is cubic",
                                               "too slow",
                                               "of the load",
                                               "o(n",
                                               "allocates a",
                                               "allocates on",
                                               "allocates for",
                                               "allocates every",
                                               "allocations per",
                                               "fewer allocations",
                                               "avoid allocat",
                                               "without allocat",
                                               "builds a new string",
                                               "readonly type",
                                               "constructor property promotion"};
  return std::any_of(std::begin(k_complaints), std::end(k_complaints),
                     [&](std::string_view phrase) { return contains(low, phrase); });
}

// The task as orders: "refuse bookings over capacity" of "Seats run out: refuse bookings over capacity".
bool orders_behaviour(const TaskView& task) {
  // Of the verbs that begin a task, these may as well begin work on the code itself: "Make it faster", "Add a cache".
  constexpr std::array k_either = {"add", "mak", "introduc", "creat", "let", "set", "limit", "count", "sort", "read"};
  if (!task.words.empty() && is_in(k_behaviour, task.words[0]) && !is_in(k_either, task.words[0])) return true;
  constexpr std::array k_orders = {"refuse", "reject", "raise",  "deny", "fix",  "validate", "throw", "warn",
                                   "ignore", "allow",  "accept", "show", "fail", "prevent",  "hide",  "support"};
  const auto low = lower(task.text);
  bool begins = true;
  for (size_t i = 0; i < low.size();) {
    if (!is_word(low[i])) {
      if (assay::is_one_of(std::string_view(low).substr(i, 1), {":", ";", ".", ",", "\n"})) begins = true;
      ++i;
      continue;
    }
    size_t end = i;
    while (end < low.size() && is_word(low[end])) ++end;
    const auto word = std::string_view(low).substr(i, end - i);
    if (begins && is_in(k_orders, word)) return true;
    begins = assay::is_one_of(word, {"and", "then", "please", "und"});
    i = end;
  }
  return false;
}

bool is_first(const std::vector<std::string>& words, size_t i) {
  return i == 0 || (i == 1 && (words[0] == "pleas" || words[0] == "better" || words[0] == "bitt"));
}

// By its first telling word, among the first of them.
std::optional<bool> by_first_word(const std::vector<std::string>& words) {
  constexpr size_t k_first = 8;
  const size_t end = std::min(words.size(), k_first);
  for (size_t i = 0; i < end; ++i) {
    if (is_in(k_upkeep, words[i]) || (is_first(words, i) && is_in(k_upkeep_at_first, words[i]))) return false;
    if (!is_in(k_behaviour, words[i])) continue;
    for (size_t k = i + 1; k < std::min(words.size(), i + 4); ++k) {
      if (is_in(k_objects_of_upkeep, words[k])) return false;
    }
    return true;
  }
  return std::nullopt;
}

}  // namespace

bool asks_for_behaviour(const TaskView& task) {
  if (says_same(task.text)) return false;
  if (complains_of_code(task.text) && !orders_behaviour(task)) return false;
  const auto prefix = prefix_of(task.text);
  if (is_in(k_prefixes_of_behaviour, prefix)) return true;
  if (is_in(k_prefixes_of_upkeep, prefix)) return false;
  if (const auto known = by_first_word(task.words)) return *known;
  return !task.speeds;
}

bool is_about_words(const TaskView& task, bool changes_comments) {
  // Said of much else too: only a comment can ignore, disable or mention something.
  constexpr std::array<std::string_view, 7> k_of_comments = {"ignor", "disabl",  "not",    "privat",
                                                             "link",  "describ", "mention"};
  constexpr std::array k_words = {
      "comment", "doc",       "document", "documentation", "docstr",    "docstring", "typo",        "spell",
      "grammar", "format",    "reformat", "styl",          "whitespac", "indent",    "indentation", "lint",
      "licens",  "copyright", "header",   "javadoc",       "rustdoc",   "annotat",   "annotation",  "word",
      "wording", "todo",      "fixme",    "readm",         "clarify",   "explain",   "describ",     "not",
      "mention", "prettier",  "black",    "gofmt",         "linter",    "ignor",     "disabl",      "noqa",
      "nolint",  "privat",    "rustfmt",  "clang",         "newlin",    "trail",     "blank",       "link"};
  return std::any_of(k_words.begin(), k_words.end(), [&](std::string_view word) {
    if (!changes_comments && std::find(k_of_comments.begin(), k_of_comments.end(), word) != k_of_comments.end())
      return false;
    return std::find(task.words.begin(), task.words.end(), word) != task.words.end();
  });
}

bool keeps_the_rest(std::string_view task) {
  const auto low = lower(task);
  constexpr std::string_view k_phrases[] = {
      "everything else stays", "everything else must", "everything else should", "everything else remains",
      "all else stays",        "all else must",        "the rest stays",         "the rest must",
      "the rest remains",      "nothing else changes", "nothing else may",       "nothing else should",
      "nothing else must",     "keep everything else", "keep the rest",          "without changing anything else",
      "otherwise unchanged",   "rest unchanged",       "other behaviour stays",  "other behavior stays",
      "alles andere bleibt",   "der rest bleibt",      "sonst bleibt",           "le reste ne change",
      "lo demás no cambia"};
  return std::any_of(std::begin(k_phrases), std::end(k_phrases),
                     [&](std::string_view phrase) { return contains(low, phrase); });
}

bool names_limits(std::string_view task) {
  const auto low = cat(" ", lower(task), " ");
  for (const std::string_view phrase :
       {" exactly ",       " at least ",     " at most ",       " up to ",       " inclusive",     " exclusive",
        " more than ",     " less than ",    " fewer than ",    " or more",      " or less",       " or fewer",
        " not more than ", " no more than ", " not less than ", " longer than ", " shorter than ", " above ",
        " below ",         " until ",        " minimum ",       " maximum ",     " limit ",        " mindestens ",
        " höchstens ",     " genau ",        " bis zu ",        " au moins ",    " au plus ",      " exactement ",
        " al menos ",      " como máximo ",  " exactamente ",   "以上",          "以下",           "未満"}) {
    if (contains(low, phrase)) return true;
  }
  return false;
}

}  // namespace assay::judge
