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
                                        "without changing the output",
                                        "no callers",
                                        "no caller",
                                        "dead code",
                                        "unused",
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
                                        "allocat",
                                        "builds a new string",
                                        "constructor property promotion",
                                        "readonly type"}) {
    if (contains(low, phrase)) return true;
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
  const auto prefix = prefix_of(task.text);
  if (is_in(k_prefixes_of_behaviour, prefix)) return true;
  if (is_in(k_prefixes_of_upkeep, prefix)) return false;
  if (const auto known = by_first_word(task.words)) return *known;
  return !task.speeds;
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
