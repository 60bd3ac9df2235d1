// Any bytes are a report of a test runner. Beyond not crashing: texts are clean and bounded, the counts are those of
// the tests, no test is there twice, reading again gives the same, and a report merged with itself keeps every test and
// outcome.
#include <cstdint>
#include <set>
#include <string_view>
#include <tuple>

#include "base/text.h"
#include "drip.h"
#include "reports/report.h"

namespace {

using namespace assay;

using fuzz::require;
using reports::Format;

constexpr Format k_formats[] = {Format::events, Format::junit_xml,  Format::go_json,
                                Format::trx,    Format::rspec_json, Format::cpp_xml};
constexpr logs::Runner k_runners[] = {logs::Runner::loose,  logs::Runner::pytest,    logs::Runner::catch2,
                                      logs::Runner::ctest,  logs::Runner::node_test, logs::Runner::bun,
                                      logs::Runner::doctest};

bool is_line(std::string_view text) {
  for (const char c : text) {
    if (byte_of(c) < 0x20 || c == 0x7f) return false;
  }
  return text.size() <= 1'000 && is_utf8(text);
}

void check(const reports::Report& report) {
  std::uint64_t passed = 0, failed = 0, skipped = 0;
  std::set<std::tuple<std::string_view, std::string_view, std::string_view>> names;
  for (const auto& test : report.tests) {
    require(!test.name.empty() && is_line(test.name) && is_line(test.file) && is_line(test.suite));
    require(test.message.size() <= 2'000 && is_utf8(test.message));
    require(test.seconds >= 0 && test.seconds < 1e9);
    require(names.emplace(test.file, test.suite, test.name).second);
    passed += test.outcome == logs::Outcome::passed ? 1 : 0;
    failed += test.outcome == logs::Outcome::failed ? 1 : 0;
    skipped += test.outcome == logs::Outcome::skipped ? 1 : 0;
  }
  require(passed == report.passed && failed == report.failed && skipped == report.skipped);
  require(report.flaky <= report.passed);
  require(is_utf8(report.problem) && report.problem.size() <= 5 * 420);
  for (const auto& file : report.loaded) require(is_line(file));
}

void check_same(const reports::Report& one, const reports::Report& other) {
  require(one.tests.size() == other.tests.size());
  for (std::size_t i = 0; i < one.tests.size(); ++i) {
    require(one.tests[i].name == other.tests[i].name && one.tests[i].outcome == other.tests[i].outcome);
  }
}

}  // namespace

// The first byte chooses format and runner, so that what is found for one of them can be kept as a seed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const Format format = k_formats[data[0] % std::size(k_formats)];
  const logs::Runner runner = k_runners[data[0] / std::size(k_formats) % std::size(k_runners)];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const reports::Report report = reports::read(format, runner, text);
  check(report);
  check_same(report, reports::read(format, runner, text));
  reports::Report twice = report;
  reports::merge(twice, report);
  check(twice);
  check_same(report, twice);
  return 0;
}
