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

}  // namespace

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

void judge_claims(std::string_view report, const std::vector<CommandRun>& runs, std::vector<model::Finding>& out) {
  if (runs.empty() || trim(report).empty()) return;
  TestCounts ran;
  std::uint64_t deselected = 0;
  std::string part;
  for (const auto& run : runs) {
    const auto tests = tests_of(run);
    ran.passed += tests.passed;
    for (const auto& each : run.reports) deselected += each.deselected.value_or(0);
    if (part.empty() && runs_a_part(run.command)) part = run.command;
  }
  if (const auto claimed = claimed_tests(report); claimed && *claimed > ran.passed && ran.passed > 0) {
    out.push_back(claim_finding("report.claims-more", cat("The builder says that ", *claimed, " tests pass; ",
                                                          ran.passed, " ran and passed here. See which are missing.")));
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

}  // namespace assay::judge
