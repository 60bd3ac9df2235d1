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

struct ReportedTest {
  std::string name{};   // as the runner names it, without its file: "TestAuth::test_denies[1]", "auth > denies guest"
  std::string file{};   // as reported; empty: the runner does not say
  std::string suite{};  // class, package or binary; may be empty
  logs::Outcome outcome = logs::Outcome::passed;
  double seconds = 0;
  std::string message{};  // of a failure or a skip, bounded
};

struct Report {
  logs::Runner runner = logs::Runner::loose;
  std::vector<ReportedTest> tests{};  // at most k_most_tests
  std::uint64_t passed = 0, failed = 0, skipped = 0;
  std::optional<std::uint64_t> deselected{};  // as the runner tells
  bool finished = true;                       // the runner came to its end
  std::vector<std::string> loaded{};          // files and plugins that took part in the run, beside the tests
  std::string problem{};                      // why it was not read whole; empty: it was
};

constexpr std::size_t k_most_tests = 200'000;

enum class Format : std::uint8_t { events, junit_xml, go_json, trx, rspec_json };

Report read(Format format, logs::Runner runner, std::string_view bytes);

// Several files of one run become one report. A failure told in one of them stays a failure.
void merge(Report& into, Report more);

}  // namespace assay::reports
