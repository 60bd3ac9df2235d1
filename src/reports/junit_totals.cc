#include "reports/junit_totals.h"

#include "base/text.h"

namespace assay::reports {

namespace {

std::optional<std::uint64_t> stated_number(const XmlReader& tag, std::string_view key, bool& has_nonsense) {
  const auto text = tag.attribute(key);
  if (!text || is_blank(*text)) return std::nullopt;
  const auto number = parse_uint(trim(*text));
  if (!number || *number > UINT32_MAX) has_nonsense = true;
  return number;
}

// These state how many assertions there were.
bool counts_assertions(logs::Runner runner) {
  return runner == logs::Runner::catch2 || runner == logs::Runner::doctest;
}

bool tests_agree(logs::Runner runner, std::uint64_t stated, const CaseTotals& all, const CaseTotals& own) {
  if (stated == all.tests || stated == own.tests || counts_assertions(runner)) return true;
  // pytest counts a test that passed and then failed to clean up as two.
  return runner == logs::Runner::pytest && stated > all.tests && stated <= all.tests + all.errors;
}

bool failures_agree(logs::Runner runner, std::uint64_t stated, const CaseTotals& all, const CaseTotals& own) {
  if (counts_assertions(runner)) return (stated > 0) == (all.failed > 0);
  return stated == all.failed || stated == all.failures || stated == own.failed;
}

bool skips_agree(logs::Runner runner, const StatedTotals& stated, const CaseTotals& all, const CaseTotals& own) {
  const std::uint64_t skipped = stated.skipped.value_or(0);
  return counts_assertions(runner) || skipped == all.skipped || skipped == own.skipped ||
         skipped + stated.disabled.value_or(0) == all.skipped;
}

std::string shown(std::optional<std::uint64_t> number) { return number ? cat(*number) : "no number of"; }

}  // namespace

StatedTotals stated_totals(const XmlReader& tag) {
  StatedTotals stated;
  const auto number = [&](std::string_view key) { return stated_number(tag, key, stated.has_nonsense); };
  stated.tests = number("tests");
  stated.failures = number("failures");
  stated.errors = number("errors");
  stated.skipped = number("skipped");
  stated.disabled = number("disabled");
  return stated;
}

void CaseTotals::add(const CaseTotals& more) {
  tests += more.tests;
  failed += more.failed;
  failures += more.failures;
  errors += more.errors;
  skipped += more.skipped;
}

std::string disagreement(logs::Runner runner, const StatedTotals& stated, const CaseTotals& all,
                         const CaseTotals& own) {
  if (stated.has_nonsense) return "its totals are not numbers";
  const bool states_failures = stated.failures || stated.errors;
  const std::uint64_t failed = stated.failures.value_or(0) + stated.errors.value_or(0);
  const bool agree = (!stated.tests || tests_agree(runner, *stated.tests, all, own)) &&
                     (!states_failures || failures_agree(runner, failed, all, own)) &&
                     (!stated.skipped || skips_agree(runner, stated, all, own));
  if (agree) return {};
  return cat("it states ", shown(stated.tests), " tests, ",
             shown(states_failures ? std::optional(failed) : std::nullopt), " failed, ", shown(stated.skipped),
             " skipped; it has ", all.tests, ", ", all.failed, ", ", all.skipped);
}

}  // namespace assay::reports
