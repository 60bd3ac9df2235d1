#include "reports/junit_case.h"

#include "base/text.h"
#include "reports/draft.h"
#include "reports/failure.h"

namespace assay::reports {

namespace {

bool is_script_path(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  return dot != std::string_view::npos &&
         is_one_of(text.substr(dot), {".js", ".ts", ".jsx", ".tsx", ".mjs", ".cjs", ".mts", ".cts"});
}

// node and bun name a test by its last part alone; the rest are the suites around it.
bool nests_names(logs::Runner runner) { return runner == logs::Runner::node_test || runner == logs::Runner::bun; }

std::string with_suite_names(std::string_view name, std::string_view file, const std::vector<JunitSuite>& suites) {
  std::string path;
  for (std::size_t i = 1; i < suites.size(); ++i) {  // the outermost is the root
    if (!suites[i].name.empty() && suites[i].name != file) path += cat(suites[i].name, " > ");
  }
  return cat(path, name);
}

// ExUnit's formatter can add the line: "test/auth_test.exs:4".
std::string without_line(std::string file) {
  const std::size_t colon = file.rfind(':');
  if (colon != std::string::npos && colon > 0 && parse_uint(std::string_view(file).substr(colon + 1)))
    file.erase(colon);
  return file;
}

// Those of which a <failure> is an assertion and an <error> is none.
bool tells_errors(logs::Runner runner) {
  return runner == logs::Runner::maven || runner == logs::Runner::phpunit || runner == logs::Runner::catch2 ||
         runner == logs::Runner::doctest || runner == logs::Runner::googletest;
}

}  // namespace

Failure failure_of_element(logs::Runner runner, std::string_view element, std::string_view type,
                           std::string_view message) {
  if (element == "error") return Failure::error;
  if (contains(message, "C++ exception ")) return Failure::error;  // of googletest
  const auto by_type = failure_of_type(type);
  // A plain Error may be what an expectation throws.
  if (by_type != Failure::unknown && type != "Error") return by_type;
  const auto by_message = failure_of_message(message);
  if (by_message != Failure::unknown) return by_message;
  return tells_errors(runner) ? Failure::assertion : by_type;
}

JunitCase::JunitCase(const XmlReader& tag, logs::Runner runner, const std::vector<JunitSuite>& suites)
    : m_runner(runner) {
  name_it(tag, suites);
  m_test.seconds = parse_seconds(tag.attribute_or_empty("time"));
  read_status(tag.attribute_or_empty("status"));
  read_status(tag.attribute_or_empty("result"));
}

void JunitCase::name_it(const XmlReader& tag, const std::vector<JunitSuite>& suites) {
  m_test.name = tag.attribute_or_empty("name");
  m_test.file = without_line(tag.attribute_or_empty("file"));
  for (auto suite = suites.rbegin(); suite != suites.rend() && m_test.file.empty(); ++suite) m_test.file = suite->file;
  const std::string owner = tag.attribute_or_empty("classname");
  const std::string around = suites.empty() ? std::string() : suites.back().name;
  if (nests_names(m_runner)) {
    m_test.name = with_suite_names(m_test.name, m_test.file, suites);
    return;
  }
  const bool owner_is_file = m_runner == logs::Runner::doctest || (owner == around && is_script_path(owner));
  if (owner_is_file && m_test.file.empty())
    m_test.file = owner;
  else
    m_test.suite = owner.empty() || owner == m_test.name ? around : owner;
}

// A word that is not known is no pass.
void JunitCase::read_status(std::string_view status) {
  const std::string word = lower(trim(status));
  if (is_one_of(word, {"", "run", "completed", "passed", "pass", "success", "successful", "ok", "executed"})) return;
  if (word == "notrun") m_not_run = true;
  if (is_one_of(word, {"fail", "failed", "failure", "error", "errored", "timeout"})) {
    if (m_failures == 0) fail({}, Failure::unknown);
    return;
  }
  m_is_skipped = true;
  m_skip = word;
}

void JunitCase::fail(std::string message, Failure failure) {
  if (m_kind == Failure::unknown) m_kind = failure;
  // A status has said so before; the element is the same failure.
  if (m_failures == 0 || !is_blank(m_failure)) ++m_failures;
  if (is_blank(m_failure)) m_failure = std::move(message);
}

void JunitCase::skip(std::string message) {
  m_is_skipped = m_has_skip_element = true;
  m_skip = std::move(message);
}

// Catch2 shows the failures of a test that may fail, and does not count them.
bool JunitCase::may_fail() const { return m_runner == logs::Runner::catch2 && contains(m_skip, "!mayfail"); }

// ctest calls a test "skipped" in its report and failed in its sum when its program or its fixture is missing. Where
// the test itself asked to be skipped, it says so: "SKIP_RETURN_CODE=77".
bool JunitCase::could_not_run() const { return m_not_run && m_has_skip_element && !m_skip.starts_with("SKIP_"); }

CaseTotals JunitCase::totals() const {
  const bool failed = m_failures > 0 && !may_fail();
  return {.tests = 1,
          .failed = failed ? 1u : 0u,
          .failures = failed ? m_failures : 0,
          .errors = m_errors > 0 ? 1u : 0u,
          .skipped = m_is_skipped && !failed ? 1u : 0u};
}

ReportedTest JunitCase::test() const {
  ReportedTest test = m_test;
  const bool failed = (m_failures > 0 && !may_fail()) || could_not_run();
  test.outcome = failed ? logs::Outcome::failed : m_is_skipped ? logs::Outcome::skipped : logs::Outcome::passed;
  test.message = m_failures > 0 ? m_failure : m_skip;
  test.failure = could_not_run() ? Failure::error : m_kind;
  return test;
}

}  // namespace assay::reports
