// A name that holds the separators of its format ("a > b", "a::b", a line end) cannot pass for another test, because
// file, suite and name are never joined and split again: they are kept apart, and compared with a byte between them
// that clean text does not have.
#include "reports/draft.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/hash.h"
#include "base/printable.h"
#include "base/text.h"

namespace assay::reports {

namespace {

constexpr std::size_t k_longest_name = 1'000;
constexpr std::size_t k_longest_message = 2'000;
constexpr std::size_t k_longest_problem = 400;
constexpr std::size_t k_most_problems = 5;
constexpr std::size_t k_most_loaded = 10'000;
constexpr double k_most_seconds = 366.0 * 24 * 3600;

// A name that has to be cut ends in a digest, so that two that begin alike stay two.
std::string clean_name(std::string_view raw) {
  const std::string clean = printable(raw.substr(0, 4 * k_longest_name));
  if (raw.size() <= 4 * k_longest_name && clean.size() <= k_longest_name) return std::string(trim(clean));
  return cat(excerpt(clean, k_longest_name - 40), " ", sha256_hex(raw).substr(0, 16));
}

std::string clean_message(std::string_view raw) {
  return excerpt(printable_lines(raw.substr(0, k_most_text_read)), k_longest_message - 3);
}

std::string clean_file(std::string_view raw) {
  std::string file = clean_name(raw);
  while (file.starts_with("./")) file.erase(0, 2);
  return file;
}

ReportedTest cleaned(ReportedTest test) {
  test.name = clean_name(test.name);
  test.file = clean_file(test.file);
  test.suite = clean_name(test.suite);
  test.message = test.outcome == logs::Outcome::passed ? std::string() : clean_message(test.message);
  if (test.outcome != logs::Outcome::failed) test.failure = Failure::unknown;
  test.seconds = plausible_seconds(test.seconds);
  if (test.name.empty()) test.name = test.suite.empty() ? "(no name)" : test.suite;
  return test;
}

// A failure counts more than a pass, and a pass more than a skip: the test did run.
int weight(logs::Outcome outcome) {
  return outcome == logs::Outcome::failed ? 2 : outcome == logs::Outcome::passed ? 1 : 0;
}

}  // namespace

double plausible_seconds(double seconds) {
  return std::isfinite(seconds) && seconds > 0 && seconds < k_most_seconds ? seconds : 0;
}

double parse_seconds(std::string_view text) {
  if (text.size() > 40) return 0;
  const std::string digits = replace_all(std::string(trim(text)), ",", "");
  double seconds = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
  return error == std::errc() && end == digits.data() + digits.size() ? plausible_seconds(seconds) : 0;
}

std::string Draft::key_of(const ReportedTest& test) { return cat(test.file, '\0', test.suite, '\0', test.name); }

void Draft::add(ReportedTest test, Retry retry) {
  test = cleaned(std::move(test));
  const bool retry_follows = retry == Retry::follows;
  const auto [place, is_new] = m_places.try_emplace(key_of(test), m_report.tests.size());
  if (!is_new) return add_again(place->second, std::move(test), retry_follows);
  if (m_report.tests.size() >= k_most_tests) {
    m_places.erase(place);
    if (!m_is_full) break_off(cat("there are more than ", k_most_tests, " tests"));
    m_is_full = true;
    return;
  }
  m_states.push_back({.retry_follows = retry_follows});
  m_report.tests.push_back(std::move(test));
}

void Draft::add_again(std::size_t at, ReportedTest test, bool retry_follows) {
  ReportedTest& known = m_report.tests[at];
  State& state = m_states[at];
  if (state.retry_follows) {
    state.failed_before = state.failed_before || known.outcome == logs::Outcome::failed;
  } else {
    ++m_report.repeated;
    if (weight(test.outcome) <= weight(known.outcome)) return;
  }
  state.retry_follows = retry_follows;
  known = std::move(test);
}

void Draft::add_flaky(ReportedTest test) {
  ReportedTest failure = test;
  failure.outcome = logs::Outcome::failed;
  add(std::move(failure), Retry::follows);
  add(std::move(test));
}

void Draft::collect(ReportedTest test) {
  if (m_collected.size() < k_most_tests) m_collected.insert(key_of(cleaned(std::move(test))));
}

void Draft::load(std::string_view file) {
  std::string clean = clean_file(file);
  if (clean.empty() || m_loaded.size() >= k_most_loaded || !m_loaded.insert(clean).second) return;
  m_report.loaded.push_back(std::move(clean));
}

void Draft::patch(std::string_view file) {
  std::string clean = clean_file(file);
  if (clean.empty() || m_patched.size() >= k_most_loaded || !m_patched.insert(clean).second) return;
  m_report.patched.push_back(std::move(clean));
}

void Draft::exit(std::int64_t status) {
  if (m_report.exit_status.value_or(0) == 0) m_report.exit_status = status;
}

void Draft::note(std::string_view problem) {
  if (problem.empty() || ++m_problems > k_most_problems) return;
  const std::string clean = excerpt(printable(problem.substr(0, k_most_text_read)), k_longest_problem);
  if (m_report.problem.ends_with(clean)) return;
  m_report.problem += cat(m_report.problem.empty() ? "" : "; ", clean);
}

void Draft::break_off(std::string_view problem) {
  note(problem);
  unfinished();
}

void Draft::absorb(Report more) {
  for (ReportedTest& test : more.tests) add(std::move(test));
  for (const std::string& file : more.loaded) load(file);
  for (const std::string& file : more.patched) patch(file);
  m_report.repeated += more.repeated;
  m_report.runs += more.runs;
  m_report.flaky += more.flaky;
  if (more.deselected) deselect(*more.deselected);
  if (more.collected) m_report.collected = m_report.collected.value_or(0) + *more.collected;
  if (more.exit_status) exit(*more.exit_status);
  if (!more.finished) unfinished();
  m_report.narrowed = more.narrowed && (m_absorbed == 0 || m_report.narrowed);
  ++m_absorbed;
  note(more.problem);
}

Report Draft::take() {
  for (std::size_t i = 0; i < m_report.tests.size(); ++i) {
    switch (m_report.tests[i].outcome) {
      case logs::Outcome::passed:
        ++m_report.passed;
        m_report.flaky += m_states[i].failed_before ? 1 : 0;
        break;
      case logs::Outcome::failed: ++m_report.failed; break;
      case logs::Outcome::skipped: ++m_report.skipped; break;
    }
  }
  m_report.flaky = std::min(m_report.flaky, m_report.passed);
  if (!m_collected.empty()) m_report.collected = m_report.collected.value_or(0) + m_collected.size();
  return std::move(m_report);
}

}  // namespace assay::reports
