#include "judge/outcome/claims.h"

#include <algorithm>

#include "base/redact.h"
#include "base/text.h"
#include "diff/code.h"
#include "judge/outcome/report_rules.h"

namespace assay::judge {

namespace {

constexpr size_t k_words_near = 4;  // between a number and the words that say what it counts
constexpr std::uint64_t k_most_believable = 10'000'000;

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) out.push_back(std::exchange(word, {}));
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_behind_number = !word.empty() && is_digit(word.back());
    if (is_alnum(c)) {
      word += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    } else if (c == ',' && is_behind_number && i + 1 < text.size() && is_digit(text[i + 1])) {
      continue;  // 1,204
    } else {
      end_word();
      if (c == '/') out.emplace_back("/");
      const bool ends = c == '.' || c == '\n' || c == ';' || (c == ',' && is_behind_number);
      if (ends) out.emplace_back(".");  // nothing reaches over it
    }
  }
  end_word();
  return out;
}

bool is_any_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_about_tests(std::string_view word) {
  return is_any_of(word, {"test", "tests", "spec", "specs", "testcases", "cases"});
}

bool is_about_passing(std::string_view word) {
  return is_any_of(word, {"pass", "passes", "passed", "passing", "green", "succeed", "succeeded", "ok"});
}

// What is said of tests that did something else: "12 tests failed", "3 tests added".
bool is_about_others(std::string_view word) {
  return is_any_of(word, {"fail", "failed", "failing", "fails", "skipped", "skip", "added", "new", "removed", "fixed",
                          "deselected", "more", "additional", "extra", "another"});
}

std::optional<std::uint64_t> claim_at(const std::vector<std::string>& words, size_t at) {
  const auto number = parse_uint(words[at]);
  if (!number || *number > k_most_believable) return std::nullopt;
  bool tests = at > 0 && is_about_tests(words[at - 1]);
  bool passing = false;
  for (size_t i = at + 1; i < words.size() && i <= at + k_words_near; ++i) {
    if (words[i] == ".") break;
    if (is_about_others(words[i])) return std::nullopt;
    if (i > at + 1 && parse_uint(words[i]) && words[i - 1] != "/") break;
    tests = tests || is_about_tests(words[i]);
    passing = passing || is_about_passing(words[i]);
  }
  return tests && passing ? number : std::nullopt;
}

std::string normal(std::string_view text) { return cat(" ", join(words_of(text), " "), " "); }

model::Finding claim_finding(std::string rule, std::string message) {
  model::Finding out;
  out.rule = std::move(rule);
  out.source = model::Source::builder_report;
  out.severity = model::Severity::should_fix;
  out.message = std::move(message);
  return out;
}

bool is_about_adding(std::string_view word) {
  return is_any_of(word, {"added", "wrote", "created", "written", "adds", "adding"});
}

// "Added unit tests for the cart", not "added no tests" and not "added to the tests".
bool claims_new_tests(std::string_view report) {
  const auto words = words_of(report);
  for (size_t i = 0; i < words.size(); ++i) {
    if (!is_about_adding(words[i])) continue;
    for (size_t k = i + 1; k < words.size() && k <= i + k_words_near; ++k) {
      if (is_any_of(words[k], {".", "no", "to", "in", "for", "without", "so", "that", "which", "helper", "fixture"}))
        break;
      if (is_any_of(words[k], {"tests", "specs"})) return true;
    }
  }
  return false;
}

// Files of tests that a sentence of the report says were added.
std::vector<std::string> claimed_files(std::string_view report) {
  std::vector<std::string> out;
  bool adding = false;
  for (size_t i = 0; i < report.size();) {
    while (i < report.size() && is_space(report[i])) ++i;
    const size_t begin = i;
    while (i < report.size() && !is_space(report[i])) ++i;
    std::string_view word = report.substr(begin, i - begin);
    const bool ends = word.ends_with('.') || word.ends_with(';');
    while (!word.empty() && !is_alnum(word.back())) word.remove_suffix(1);
    while (!word.empty() && !is_alnum(word.front()) && word.front() != '_') word.remove_prefix(1);
    adding = adding || is_about_adding(lower(word));
    const size_t dot = word.rfind('.');
    const bool file = dot != std::string_view::npos && dot + 1 < word.size() && contains(word, "/");
    if (adding && file && diff::role_of(word) == diff::Role::test) out.emplace_back(word);
    if (ends) adding = false;
  }
  return out;
}

// "2 passed, 10 deselected in 0.03s", "ok. 3 passed; 0 failed; 5 filtered out".
std::uint64_t left_out_by(const logs::Facts& log) {
  std::uint64_t out = 0;
  for (const auto& run : log.runs) {
    for (const std::string_view words : {" deselected", " filtered out"}) {
      const auto at = run.summary_text.find(words);
      if (at == std::string::npos) continue;
      size_t begin = at;
      while (begin > 0 && is_digit(run.summary_text[begin - 1])) --begin;
      out += parse_uint(std::string_view(run.summary_text).substr(begin, at - begin)).value_or(0);
    }
  }
  return out;
}

}  // namespace

bool may_hold_tests(std::string_view path) {
  const auto role = diff::role_of(path);
  if (role == diff::Role::test || role == diff::Role::snapshot) return true;
  return icontains(path, "test") || icontains(path, "spec") || path.ends_with(".rs") || path.ends_with(".md");
}

std::optional<std::uint64_t> claimed_tests(std::string_view report) {
  const auto words = words_of(report);
  std::optional<std::uint64_t> out;
  for (size_t i = 0; i < words.size(); ++i) {
    const auto claim = claim_at(words, i);
    if (claim && (!out || *claim > *out)) out = claim;
  }
  return out;
}

bool claims_whole_suite(std::string_view report) {
  const auto text = normal(report);
  for (const std::string_view claim :
       {" entire suite ", " entire test suite ", " whole suite ", " whole test suite ", " full suite ",
        " full test suite ", " complete test suite ", " all of the tests ", " every test passes ", " every test in "}) {
    if (contains(text, claim)) return true;
  }
  return false;
}

bool is_own_word(std::string_view line) {
  for (const auto word : split(line, ' ')) {
    const auto bare = word.substr(0, word.find_first_of("'’,"));
    if (bare == "I" || bare == "we" || bare == "We") return true;
  }
  return false;
}

bool runs_a_part(std::string_view command) {
  const auto text = cat(" ", command, " ");
  for (const auto word : split(command, ' ')) {
    const bool is_file = contains(word, ".") && !word.starts_with('-') && diff::role_of(word) == diff::Role::test;
    if (is_file) return true;
  }
  for (const std::string_view part : {" -k ",
                                      " -k=",
                                      " --grep",
                                      " -g ",
                                      " --filter",
                                      " -t ",
                                      " --testNamePattern",
                                      " --test-name-pattern",
                                      " -run ",
                                      " -run=",
                                      " --deselect",
                                      " --ignore",
                                      " -R ",
                                      " --gtest_filter",
                                      " -Dtest=",
                                      " --tests ",
                                      " --only",
                                      " -m \"not",
                                      " -m 'not",
                                      "::",
                                      " --lf ",
                                      " --last-failed"}) {
    if (contains(text, part)) return true;
  }
  return false;
}

void judge_claims(std::string_view report, const std::vector<CommandRun>& runs, const logs::Facts& log,
                  std::vector<model::Finding>& out) {
  if (trim(report).empty()) return;
  if (runs.empty()) {
    CommandRun handed_over;
    handed_over.log = log;
    return judge_claims(report, {handed_over}, log, out);
  }
  TestCounts ran;
  std::uint64_t deselected = 0;
  std::string part;
  for (const auto& run : runs) {
    const auto tests = tests_of(run);
    ran.passed += tests.passed;
    for (const auto& each : run.reports) deselected += each.deselected.value_or(0);
    if (run.reports.empty()) deselected += left_out_by(run.log);
    if (part.empty() && runs_a_part(run.command)) part = run.command;
  }
  if (const auto claimed = claimed_tests(report); claimed && *claimed > ran.passed && ran.passed > 0) {
    const bool handed_over = runs.front().command.empty();
    out.push_back(
        claim_finding("report.claims-more",
                      cat("The builder says that ", *claimed, " tests pass; ", ran.passed,
                          handed_over ? " passed in the logs" : " ran and passed here", ". See which are missing.")));
  }
  if (!claims_whole_suite(report)) return;
  if (deselected > 0) {
    out.push_back(claim_finding("report.claims-whole", cat("The builder says that the whole suite was run; ",
                                                           plural(deselected, "test"), " of it were deselected.")));
  } else if (!part.empty()) {
    out.push_back(claim_finding("report.claims-whole", cat("The builder says that the whole suite was run; `",
                                                           redact(excerpt(part, 120)), "` runs a part of it.")));
  }
}

void judge_claimed_files(std::string_view report, const diff::Summary& change, ChangeIs is,
                         std::vector<model::Finding>& out) {
  const auto& paths = change.paths.items();
  if (change.files > paths.size() || paths.empty()) return;  // not all are noted
  for (const auto& file : claimed_files(report)) {
    const bool there = std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
      return path == file || path.ends_with(cat("/", file));
    });
    if (there) continue;
    out.push_back(
        claim_finding("report.claims-tests", cat("The builder says that tests were added in ",
                                                 redact(excerpt(file, 120)), "; the change does not touch it.")));
    return;
  }
  if (is == ChangeIs::whole && claims_new_tests(report) && std::none_of(paths.begin(), paths.end(), may_hold_tests))
    out.push_back(claim_finding("report.claims-tests",
                                "The builder says that tests were added; the change touches no file of tests."));
}

}  // namespace assay::judge
