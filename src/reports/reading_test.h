// What the tests of the readers share: a report as text, so that a test shows all of it.
#pragma once

#include <string>

#include "base/text.h"
#include "reports/report.h"

namespace assay::reports {

// "passed  tests/a.py | TestA | test_b", a line for each test; a message follows in brackets, its first line only.
inline std::string tests_of(const Report& report) {
  std::string all;
  for (const ReportedTest& test : report.tests) {
    const auto* word = test.outcome == logs::Outcome::passed   ? "passed "
                       : test.outcome == logs::Outcome::failed ? "failed "
                                                               : "skipped";
    all += cat(word, " ", test.file, " | ", test.suite, " | ", test.name);
    if (!test.message.empty()) all += cat(" [", split(test.message, '\n').front(), "]");
    all += '\n';
  }
  return all;
}

inline std::string counts_of(const Report& report) {
  return cat(report.passed, " passed, ", report.failed, " failed, ", report.skipped, " skipped",
             report.finished ? "" : ", not finished");
}

}  // namespace assay::reports
