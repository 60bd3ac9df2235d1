// One <testcase> of a JUnit report. Runners agree about the elements and about little else: which attribute names the
// file, what a status means, and which failures do not count.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/junit_totals.h"
#include "reports/report.h"
#include "reports/xml.h"

namespace assay::reports {

struct JunitSuite {
  std::string name{};
  std::string file{};
  StatedTotals stated{};
  CaseTotals all{}, own{};
};

// How the test failed of which this element ("failure", "error") and its type are told.
Failure failure_of_element(logs::Runner runner, std::string_view element, std::string_view type,
                           std::string_view message);

class JunitCase {
 public:
  // At its start tag. `suites`: those it is in, outermost first.
  JunitCase(const XmlReader& tag, logs::Runner runner, const std::vector<JunitSuite>& suites);

  void fail(std::string message, Failure failure);
  void add_error() { ++m_errors; }
  void skip(std::string message);
  void set_flaky() { m_is_flaky = true; }

  CaseTotals totals() const;  // as the report counts it
  ReportedTest test() const;
  bool is_flaky() const { return m_is_flaky && m_failures == 0; }
  bool has_failed() const { return m_failures > 0; }

 private:
  void name_it(const XmlReader& tag, const std::vector<JunitSuite>& suites);
  void read_status(std::string_view status);
  bool may_fail() const;
  bool could_not_run() const;

  logs::Runner m_runner;
  ReportedTest m_test;
  std::uint64_t m_failures = 0, m_errors = 0;
  bool m_is_skipped = false, m_is_flaky = false;
  bool m_not_run = false;  // status="notrun"
  bool m_has_skip_element = false;
  std::string m_failure, m_skip;
  Failure m_kind = Failure::unknown;
};

}  // namespace assay::reports
