// What a test runner reported of one run in a form made for programs. Every format is read into this; the reader trusts
// nothing: sizes, depths and counts are bounded, and what cannot be understood is said in `problem`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "logs/facts.h"

namespace assay::reports {

// How a failed test failed. A test that judged proves something about the code; one that was merely ended does not.
enum class Failure : std::uint8_t {
  unknown,    // the runner does not say, or the test did not fail
  assertion,  // an assertion or an expectation of the test
  error,      // anything else: another exception, a crash, a time-out, a file that cannot be loaded, its preparation
};

// All text is UTF-8 without control characters; names, files and suites are one line of at most 1,000 bytes.
struct ReportedTest {
  std::string name{};   // as the runner names it, without its file: "TestAuth::test_denies[1]", "auth > denies guest"
  std::string file{};   // as reported, without "./" in front; empty: the runner does not say
  std::string suite{};  // class, package or binary; may be empty
  logs::Outcome outcome = logs::Outcome::passed;
  double seconds = 0;
  std::string message{};  // of a failure or a skip, at most 2,000 bytes
  Failure failure = Failure::unknown;
};

struct Report {
  logs::Runner runner = logs::Runner::loose;
  std::vector<ReportedTest> tests{};                  // each once, at most k_most_tests
  std::uint64_t passed = 0, failed = 0, skipped = 0;  // of `tests`
  std::uint64_t repeated = 0;                         // results of a test that already had one, retries left out
  std::uint64_t flaky = 0;                            // of `passed`: those that failed before they were tried again
  std::optional<std::uint64_t> collected{};           // tests found before the run, as the runner tells
  std::optional<std::uint64_t> deselected{};          // as the runner tells
  std::optional<std::int64_t> exit_status{};          // as the runner tells; of several the first that is not 0
  // A selection was asked for, and every run of the runner says that it kept to it: what it left was left out before it
  // ran. Only what our hooks say.
  bool narrowed = false;
  std::uint64_t runs = 0;             // that the runner began; only what our hooks say
  bool finished = true;               // the runner came to its end
  std::vector<std::string> loaded{};  // files and plugins that took part, beside the tests
  // Files that were loaded and are not what their source or their package says: byte code of another source, installed
  // files that were changed.
  std::vector<std::string> patched{};
  std::string problem{};  // why it was not read whole or is not sound; empty: it was, it is
};

constexpr std::size_t k_most_tests = 200'000;
constexpr std::size_t k_most_report_bytes = 64u << 20;  // what is longer is read up to here

enum class Format : std::uint8_t { events, junit_xml, go_json, trx, rspec_json, cpp_xml };

// Never fails: what could not be read is said in `problem`. A test with several results is failed when one of them is a
// failure, unless the runner says that it tried again.
Report read(Format format, logs::Runner runner, std::string_view bytes);

// Several files of one run become one report. A failure told in one of them stays a failure. For many files `merged`
// is linear, `merge` in a loop is not.
Report merged(std::vector<Report> reports);
void merge(Report& into, Report more);

}  // namespace assay::reports
