// A task is prose, and the person who wrote it did not think of our rules. So words decide only
// in pairs (a verb and, near it, what it acts on), and only to soften a finding about that thing.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "judge/rule.h"

namespace assay::judge {

namespace {

using Words = std::vector<std::string>;

constexpr std::array k_removing = {"remov", "delet", "drop", "retir",   "deprecat", "eliminat", "purg",
                                   "strip", "prun",  "unus", "obsolet", "rid",      "rip",      "sunset"};
constexpr std::array k_changing = {
    "turn",      "relax",   "loosen", "allow",  "chang",    "updat",   "modify", "alter", "adjust",   "replac",
    "renam",     "rewrit",  "switch", "bump",   "increas",  "decreas", "lower",  "rais",  "redesign", "reformat",
    "regenerat", "refresh", "migrat", "revis",  "convert",  "correct", "set",    "tweak", "upgrad",   "mak",
    "extend",    "expand",  "show",   "includ", "introduc", "add",     "support"};
// What is added to a configuration does not ask for less of it.
constexpr std::array k_reconfiguring = {
    "turn",     "relax",     "loosen",  "allow",    "chang", "updat",   "modify",     "alter", "adjust",
    "replac",   "renam",     "rewrit",  "switch",   "bump",  "increas", "decreas",    "lower", "rais",
    "reformat", "regenerat", "refresh", "migrat",   "revis", "convert", "correct",    "set",   "tweak",
    "upgrad",   "mov",       "split",   "simplify", "fix",   "us",      "consolidat", "merg"};
constexpr std::array k_speeding = {"faster", "speed", "optimiz", "optimis", "performanc", "quicker", "perf"};
constexpr std::array k_rewriting = {"updat",   "chang",     "rewrit", "adjust", "correct",
                                    "refresh", "regenerat", "revis",  "relax"};
constexpr std::array k_refactoring = {"refactor",  "simplify", "restructur", "tidy",   "reorganiz",
                                      "reorganis", "extract",  "inlin",      "cleanup"};
constexpr std::array k_keeping = {"preserv", "keep", "retain", "maintain"};
constexpr std::array k_kept = {"behavior", "behaviour", "output",  "result",    "existing", "exist",
                               "intact",   "sam",       "unchang", "api",       "semantic", "everyth",
                               "interfac", "contract",  "answer",  "consistent"};
constexpr std::array k_relaxing = {"relax", "loosen", "lower",  "downgrad", "disabl", "allow", "permit",
                                   "reduc", "weaken", "exclud", "ignor",    "off",    "lax",   "lenient"};
constexpr std::array k_skipping = {"skip", "disabl", "quarantin", "ignor", "mut", "xfail", "paus"};
constexpr std::array k_silencing = {"silenc", "suppress", "ignor", "disabl", "skip", "mut"};
constexpr std::array k_complaint = {"lint",    "warn", "linter", "eslint",  "clippy", "rubocop", "pylint",     "mypy",
                                    "pyright", "ruff", "flake8", "phpstan", "rul",    "check",   "deprecation"};
constexpr std::array k_tightening = {"enforc", "enabl", "adopt", "tighten", "introduc", "stricter"};
constexpr std::array k_checker = {"lint",     "linter", "eslint", "tslint",  "oxlint",      "stylelint", "pylint",
                                  "golint",   "ktlint", "ruff",   "mypy",    "pyright",     "clippy",    "rubocop",
                                  "golangci", "flake8", "biome",  "phpstan", "detekt",      "checkstyl", "swiftlint",
                                  "tsconfig", "sorbet", "psalm",  "credo",   "staticcheck", "typecheck", "typechecker"};
// What "strict" is said of when it is a checker's.
constexpr std::array k_strict = {"mod",    "typ",      "null",   "check", "checker", "checking", "equality",
                                 "option", "compiler", "compil", "rul",   "flag",    "set",      "optional"};
constexpr std::array k_config = {
    "ci",      "lint",   "eslint",     "linter",        "coverag",   "workflow",  "pipelin",   "tsconfig",
    "mypy",    "ruff",   "config",     "configuration", "threshold", "pytest",    "jest",      "vitest",
    "makefil", "build",  "hook",       "husky",         "precommit", "rubocop",   "golangci",  "clippy",
    "flake8",  "pylint", "typescript", "strict",        "script",    "prettier",  "biome",     "gradl",
    "maven",   "tox",    "nox",        "action",        "job",       "stylelint", "typecheck", "tooling"};
constexpr std::array k_output = {
    "output",   "format",  "messag",  "text",     "label",     "wording",   "default",   "snapshot", "expectation",
    "expected", "golden",  "fixtur",  "copy",     "styl",      "layout",    "markup",    "render",   "schema",
    "respons",  "limit",   "timeout", "valu",     "round",     "currency",  "header",    "titl",     "color",
    "colour",   "sort",    "order",   "behavior", "behaviour", "case",      "precision", "unit",     "url",
    "path",     "nam",     "version", "field",    "count",     "placehold", "status",    "code",     "prefix",
    "suffix",   "separat", "display", "baselin"};
constexpr std::array k_filler = {"the",   "and",  "for",  "with",     "from",   "that", "this",  "into",  "test",
                                 "tests", "spec", "src",  "unit",     "file",   "code", "when",  "then",  "only",
                                 "not",   "all",  "add",  "use",      "are",    "has",  "new",   "old",   "lib",
                                 "index", "main", "app",  "return",   "should", "case", "get",   "set",   "com",
                                 "org",   "java", "pkg",  "internal", "fix",    "make", "chang", "updat", "support",
                                 "handl", "work", "java", "python",   "suit",   "its",  "per",   "via"};

template <size_t n>
bool is_one_of(const std::array<const char*, n>& list, const std::string& word) {
  return std::any_of(list.begin(), list.end(), [&](std::string_view w) { return w == word; });
}

template <size_t n>
bool any_of(const std::array<const char*, n>& list, const Words& words) {
  return std::any_of(words.begin(), words.end(), [&](const auto& w) { return is_one_of(list, w); });
}

// Cuts the commonest English endings so that "removing", "removed" and "removes" are one word.
std::string stem(std::string word) {
  constexpr std::array<std::string_view, 7> endings = {"ations", "ation", "ings", "ing", "ed", "es", "s"};
  for (std::string_view ending : endings) {
    if (word.size() > ending.size() + 2 && word.ends_with(ending)) {
      if (ending == "s" && word.ends_with("ss")) break;
      if (ending.starts_with("ation") && word.size() < ending.size() + 5) continue;
      word.resize(word.size() - ending.size());
      break;
    }
  }
  if (word.size() > 3 && word.back() == 'e') word.pop_back();
  if (word.size() > 3 && word.back() == word[word.size() - 2] && !word.ends_with("ss") && !word.ends_with("ll"))
    word.pop_back();                                             // "dropped" -> "drop"
  if (word.size() > 4 && word.back() == 'i') word.back() = 'y';  // "modified" -> "modify"
  return word;
}

Words stems_of(std::string_view text) {
  Words out;
  std::string token;
  auto flush = [&] {
    for (auto& word : words_of(token)) out.push_back(stem(std::move(word)));
    token.clear();
  };
  for (char c : text) {
    if (is_word(c)) {
      token += c;
    } else if (!token.empty()) {
      flush();
    }
  }
  if (!token.empty()) flush();
  return out;
}

// True when one of `verbs` is followed, within a few words of the same sentence, by one of `things`.
template <size_t n, class IsThing>
bool acts_on(const Words& words, const std::array<const char*, n>& verbs, IsThing&& is_thing, size_t reach = 7) {
  for (size_t i = 0; i < words.size(); ++i) {
    if (!is_one_of(verbs, words[i])) continue;
    if (i > 0 && (words[i - 1] == "not" || words[i - 1] == "never" || words[i - 1] == "without" || words[i - 1] == "t"))
      continue;  // "do not remove tests"
    for (size_t k = i + 1; k < words.size() && k <= i + reach; ++k) {
      if (words[k] == ".") break;
      if (is_thing(words[k])) return true;
    }
  }
  return false;
}

// The other way round: "the flaky test shall be skipped".
template <size_t n, class IsThing>
bool is_acted_on(const Words& words, const std::array<const char*, n>& verbs, IsThing&& is_thing, size_t reach = 5) {
  for (size_t i = 0; i < words.size(); ++i) {
    if (!is_thing(words[i])) continue;
    for (size_t k = i + 1; k < words.size() && k <= i + reach && words[k] != "."; ++k) {
      if (words[k] == "not" || words[k] == "never" || words[k] == "without") break;
      const bool passive = words[k - 1] == "as" || words[k - 1] == "be" || words[k - 1] == "to";
      if (passive && is_one_of(verbs, words[k])) return true;
    }
  }
  return false;
}

bool is_test_word(const std::string& w) {
  return w == "test" || w == "spec" || w == "suit" || w == "testcas" || w == "assert" || w == "assertion" ||
         w == "coverag";
}

// "Switch off the upload suite", "take the test out of the run until …": within a few words of the same sentence.
bool takes_tests_out(const Words& words) {
  constexpr size_t k_reach = 7;
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    if (!is_one_of(std::array{"switch", "turn", "tak", "leav"}, words[i])) continue;
    if (i > 0 && (words[i - 1] == "not" || words[i - 1] == "never" || words[i - 1] == "t")) continue;
    bool away = false, test = false;
    size_t sentences = words[i + 1] == "it" || words[i + 1] == "them" ? 2 : 1;  // "The test hangs; take it out"
    for (size_t k = i + 1; k < words.size() && k <= i + k_reach && words[k] != "."; ++k) {
      away |= k <= i + 4 && (words[k] == "off" || words[k] == "out");
      test |= is_test_word(words[k]);
    }
    for (size_t k = i; k-- > 0 && i - k <= 2 * k_reach && sentences > 0;) {
      test |= is_test_word(words[k]);
      sentences -= words[k] == ".";
    }
    if (away && test) return true;
  }
  return false;
}

// Whether a checker is named there: by its name, "type check", "strict mode".
bool names_checker(const Words& words, size_t at) {
  if (is_one_of(k_checker, words[at])) return true;
  if (at + 1 == words.size()) return false;
  if (words[at] == "typ") return words[at + 1] == "check" || words[at + 1] == "checker";
  return words[at] == "strict" && is_one_of(k_strict, words[at + 1]);
}

// "enable strict mode", "turn on clippy", "make the linter stricter", within a few words of the same sentence.
bool tightens_checker(const Words& words) {
  constexpr size_t k_reach = 7;
  for (size_t i = 0; i < words.size(); ++i) {
    if (!names_checker(words, i)) continue;
    for (size_t k = i; k-- > 0 && i - k <= k_reach && words[k] != ".";) {
      const bool turned_on = words[k] == "turn" && words[k + 1] == "on";
      if (!turned_on && !is_one_of(k_tightening, words[k])) continue;
      if (k == 0 || (words[k - 1] != "not" && words[k - 1] != "never" && words[k - 1] != "t")) return true;
    }
    for (size_t k = i + 1; k < words.size() && k - i <= k_reach && words[k] != "."; ++k) {
      if (words[k] == "stricter") return true;
    }
  }
  return false;
}

// Sentences apart: a verb must not act on a thing of the next sentence.
Words sentence_stems(std::string_view text) {
  Words out;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const bool end = i == text.size() || ((text[i] == '.' || text[i] == ';' || text[i] == '\n') &&
                                          (i + 1 == text.size() || is_space(text[i + 1]) || text[i] != '.'));
    if (!end) continue;
    for (auto& w : stems_of(text.substr(begin, i - begin))) out.push_back(std::move(w));
    out.emplace_back(".");
    begin = i + 1;
  }
  return out;
}

// "must be ISO 8601 instead of …", "show sizes as …", "now returns …": other output, in other words.
bool asks_for_other_output(std::string_view text) {
  constexpr std::array<std::string_view, 7> turns = {" instead of ", " rather than ", "switch to ", "switch from ",
                                                     " no longer ",  " from now on ", "use iso "};
  constexpr std::array<std::string_view, 12> results = {
      " must be ", " should be ", " must return ", " should return ", " now return",   " are shown",
      " is shown", " must show ", " should show ", " must print ",    " should print", " shall be "};
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const bool end = i == text.size() || text[i] == ';' || text[i] == '\n' ||
                     (text[i] == '.' && (i + 1 == text.size() || is_space(text[i + 1])));
    if (!end) continue;
    const std::string sentence = cat(" ", lower(text.substr(begin, i - begin)), " ");
    begin = i + 1;
    const auto has = [&](std::string_view phrase) { return contains(sentence, phrase); };
    const bool result = std::any_of(results.begin(), results.end(), has);
    if (contains(sentence, " now return")) return true;
    const Words words = stems_of(sentence);
    const size_t show = sentence.find(" show ");
    if (show != std::string::npos && sentence.find(" as ", show) != std::string::npos) return true;
    if (std::any_of(turns.begin(), turns.end(), has) && (result || any_of(k_output, words) || has(" iso ")))
      return true;
  }
  return false;
}

// Refactoring is said in the first words; later ones may only mention it.
bool preserves(const Words& words, std::string_view low) {
  const Words first(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(std::min<size_t>(words.size(), 12)));
  if (any_of(k_refactoring, first)) return true;
  if (acts_on(
          words, k_keeping, [](const auto& w) { return is_one_of(k_kept, w); }, 6))
    return true;
  for (std::string_view phrase : {"without chang",
                                  "no behavior change",
                                  "no behaviour change",
                                  "no functional change",
                                  "same output",
                                  "same result",
                                  "same behav",
                                  "identical result",
                                  "identical output",
                                  "clean up",
                                  "make the tests pass",
                                  "failing test",
                                  "fix the test",
                                  "tests pass",
                                  "fix the code",
                                  "do not change",
                                  "don't change",
                                  "must not change",
                                  "as it is",
                                  "as is",
                                  "unchanged",
                                  "intact"}) {
    if (contains(low, phrase)) return true;
  }
  return false;
}

}  // namespace

TaskView::Common TaskView::in_common(std::string_view name) const {
  Words in_name = stems_of(name);
  std::erase_if(in_name, [](const auto& word) { return word.size() < 3 || is_one_of(k_filler, word); });
  std::sort(in_name.begin(), in_name.end());
  in_name.erase(std::unique(in_name.begin(), in_name.end()), in_name.end());
  const auto shared = std::count_if(in_name.begin(), in_name.end(), [&](const auto& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  });
  return {static_cast<size_t>(shared), in_name.size()};
}

bool TaskView::mentions(std::string_view name) const { return in_common(name).shared > 0; }

TaskView view_task(std::string_view task) {
  TaskView view;
  view.text = std::string(task);
  view.words = stems_of(task);
  const Words words = sentence_stems(task);
  const std::string low = lower(task);

  view.asks_to_remove_tests = acts_on(words, k_removing, is_test_word);
  view.asks_to_merge_tests =
      acts_on(words, std::array{"merg", "combin", "consolidat", "fold", "dedup"}, is_test_word, 4);
  view.asks_to_skip_tests = acts_on(words, k_skipping, is_test_word) || is_acted_on(words, k_skipping, is_test_word) ||
                            acts_on(words, k_skipping, [](const auto& w) { return w == "flaky" || w == "brok"; }) ||
                            takes_tests_out(words);
  view.asks_to_silence_checker = acts_on(
      words, k_silencing, [](const auto& w) { return is_one_of(k_complaint, w); }, 5);
  view.asks_to_tighten_checker = tightens_checker(words);
  view.relaxes = any_of(k_relaxing, words);
  view.removes = any_of(k_removing, words);
  view.preserves = preserves(words, low);
  view.reverts = any_of(std::array{"revert"}, words);
  view.about_tests = std::any_of(words.begin(), words.end(), is_test_word);
  view.speeds = any_of(k_speeding, words);
  view.fixes = std::find(words.begin(), words.end(), "fix") != words.end();
  view.asks_to_change_expectations =
      !contains(low, "without chang") &&
      (acts_on(words, k_changing, [](const auto& w) { return is_one_of(k_output, w); }) ||
       acts_on(words, k_rewriting, is_test_word, 4) || asks_for_other_output(task) ||
       acts_on(words, k_removing, [](const auto& w) { return is_one_of(k_output, w); }));
  const auto is_config = [](const std::string& w) { return is_one_of(k_config, w); };
  view.asks_to_change_config = acts_on(words, k_reconfiguring, is_config) || acts_on(words, k_removing, is_config) ||
                               acts_on(words, k_skipping, is_config) || acts_on(words, k_refactoring, is_config, 3);
  return view;
}

}  // namespace assay::judge
