// The totals that a JUnit report states about itself, held against what it has.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "logs/facts.h"
#include "reports/xml.h"

namespace assay::reports {

// What an element <testsuite> or <testsuites> says in its attributes.
struct StatedTotals {
  std::optional<std::uint64_t> tests{}, failures{}, errors{}, skipped{}, disabled{};
  bool has_nonsense = false;  // an attribute that is not a number
};

StatedTotals stated_totals(const XmlReader& tag);

// What the report has, in the report's own words: a test that we call failed may be "skipped" there.
struct CaseTotals {
  std::uint64_t tests = 0;
  std::uint64_t failed = 0;    // tests with a failure or an error
  std::uint64_t failures = 0;  // failures and errors: a test may have several
  std::uint64_t errors = 0;    // tests with an error
  std::uint64_t skipped = 0;

  void add(const CaseTotals& more);
};

// `all`: of the element and all below it. `own`: its children, where a suite counts as a test, as node counts. Empty
// when they agree, in one of the ways in which runners count; else a sentence with the numbers.
std::string disagreement(logs::Runner runner, const StatedTotals& stated, const CaseTotals& all, const CaseTotals& own);

}  // namespace assay::reports
