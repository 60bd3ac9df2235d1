#include "judge/outcome/plain_tests.h"

#include <algorithm>

#include "base/text.h"
#include "diff/code.h"
#include "judge/outcome/log_rules.h"
#include "judge/outcome/report_rules.h"

namespace assay::judge {

namespace {

constexpr size_t k_longest_line = 2000;

// "make test", "./run-tests.sh", "sh tests/all", "make -C src check"; "check" alone may be a linter.
bool names_tests(std::string_view command) {
  constexpr std::string_view k_words[] = {"test", "tests", "spec", "specs"};
  const bool by_make = command.starts_with("make ") || command.starts_with("gmake ");
  std::string word;
  for (size_t i = 0; i <= command.size(); ++i) {
    if (i < command.size() && is_alpha(command[i])) {
      word += to_lower(command[i]);
      continue;
    }
    if (std::find(std::begin(k_words), std::end(k_words), word) != std::end(k_words)) return true;
    if (by_make && word == "check") return true;
    word.clear();
  }
  return false;
}

// A compiler, linker or loader could not do its work.
bool is_of_building(std::string_view line) {
  return contains_any(line, {": error:", ": fatal error:", "undefined reference", "ld returned", "SyntaxError",
                             "No rule to make", "command not found", "No such file", "cannot open", "error[E"});
}

// "tests/ini_test.cc:9: settings.size() == 3", "FAILED tests/a.c:7: …"
bool is_at_test(std::string_view line) {
  for (const auto word : split(line, ' ')) {
    const size_t colon = word.find(':');
    if (colon == std::string_view::npos || colon + 1 >= word.size() || !is_digit(word[colon + 1])) continue;
    if (diff::role_of(word.substr(0, colon)) == diff::Role::test) return true;
  }
  return false;
}

bool says_failed(std::string_view line) {
  const auto low = lower(line);
  if (contains(low, "warning")) return false;
  if (contains(low, "assert") && contains(low, "fail")) return true;
  if (contains(low, "expected") && contains_any(low, {"got", "actual", "but", "found", "received", "instead"}))
    return true;
  if (starts_with_any(low, {"fail:", "failed:", "fail ", "failed ", "not ok", "check failed", "mismatch"})) return true;
  return is_at_test(line);
}

}  // namespace

bool is_plain_test_run(const CommandRun& run) {
  if (run.exit_code != 0 || !run.reports.empty() || !is_positive(run) || ran_any_test(run)) return false;
  const bool known = std::any_of(run.log.runs.begin(), run.log.runs.end(), [](const logs::Run& each) {
    return logs::runner_class(each.runner) == logs::RunnerClass::test;
  });
  return !known && run.started.empty() && (run.test_program || names_tests(run.command));
}

std::string_view failed_assertion(std::string_view output) {
  std::string_view found;
  for (const auto whole : split_lines(output)) {
    const auto line = trim(whole.substr(0, k_longest_line));
    if (is_of_building(line)) return {};
    if (found.empty() && says_failed(line)) found = line;
  }
  return found;
}

}  // namespace assay::judge
