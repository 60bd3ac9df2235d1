// Test runners of which only the closing line is read: it is enough to know how they ended, and that what
// was printed before it was theirs. One small function a form; none of them looks like another's.
#include <optional>

#include "base/cursor.h"
#include "base/text.h"
#include "logs/runners/counts.h"
#include "logs/runners/runners.h"

namespace assay::logs {

namespace {

using Ending = std::optional<Counts>;

// Karma: "Chrome 120.0: Executed 10 of 12 (1 FAILED) (skipped 2) (0.1 secs / 0.1 secs)", "... SUCCESS (0.1 secs)"
Ending karma(std::string_view text) {
  Cursor at(text);
  if (!at.past("Executed ")) return {};
  const auto ran = at.number();
  if (!ran || !at.skip(" of ") || !at.number()) return {};
  const std::string_view rest = at.rest();
  const bool ended = contains(rest, " secs");
  if (contains(rest, "DISCONNECTED") || contains(rest, " ERROR")) return Counts{.errors = 1};
  Counts counts{.passed = *ran};
  each_count(rest, [&](std::uint64_t n, std::string_view what) {
    if (what == "FAILED") counts.failed = n;
  });
  Cursor skipped(rest);
  if (skipped.past("(skipped ")) counts.skipped = skipped.number().value_or(0);
  if (!contains(rest, "SUCCESS") && counts.failed == 0) return {};
  if (!ended && counts.failed == 0) return {};  // progress
  counts.passed -= std::min(counts.passed, counts.failed);
  return counts;
}

// "TOTAL: 1 FAILED, 11 SUCCESS"
Ending karma_total(std::string_view text) {
  if (!text.starts_with("TOTAL: ") || !text.ends_with(" SUCCESS")) return {};
  Counts counts;
  each_count(text, [&](std::uint64_t n, std::string_view what) {
    if (what == "FAILED") counts.failed = n;
    if (what == "SUCCESS") counts.passed = n;
  });
  return counts;
}

// Jasmine: "5 specs, 1 failure, 1 pending spec"
Ending jasmine(std::string_view text) {
  Cursor at(text);
  const auto specs = at.number();
  if (!specs || !(at.skip(" specs, ") || at.skip(" spec, "))) return {};
  Counts counts;
  bool counted = false;
  each_count(at.rest(), [&](std::uint64_t n, std::string_view what) {
    counted |= what.starts_with("failure");
    if (what.starts_with("failure")) counts.failed = n;
    if (what == "pending") counts.skipped = n;
  });
  if (!counted) return {};
  counts.passed = *specs - std::min(*specs, counts.failed + counts.skipped);
  return counts;
}

// busted: "5 successes / 0 failures / 0 errors / 1 pending : 0.003 seconds"
Ending busted(std::string_view text) {
  if (!contains(text, " success") || !contains(text, " / ") || !contains(text, " pending")) return {};
  Counts counts;
  each_count(text, [&](std::uint64_t n, std::string_view what) {
    if (what.starts_with("success")) counts.passed = n;
    if (what.starts_with("failure")) counts.failed = n;
    if (what.starts_with("error")) counts.errors = n;
    if (what == "pending") counts.skipped = n;
  });
  return counts;
}

// ScalaTest: "[info] Tests: succeeded 2, failed 0, canceled 0, ignored 0, pending 0"
Ending scalatest(std::string_view text) {
  Cursor at(text);
  at.skip("[info] ");
  at.skip("[error] ");
  if (!at.skip("Tests: succeeded ")) return {};
  Counts counts;
  counts.passed = at.number().value_or(0);
  if (at.skip(", failed ")) counts.failed = at.number().value_or(0);
  if (at.skip(", canceled ")) counts.skipped += at.number().value_or(0);
  if (at.skip(", ignored ")) counts.skipped += at.number().value_or(0);
  if (at.skip(", pending ")) counts.todo = at.number().value_or(0);
  return counts;
}

// testthat: "[ FAIL 0 | WARN 2 | SKIP 0 | PASS 5 ]"
Ending testthat(std::string_view text) {
  Cursor at(text);
  Counts counts;
  const auto next = [&](std::string_view label, std::uint64_t& count) {
    if (!at.skip(label)) return false;
    const auto number = at.number();
    if (number) count = *number;
    return number.has_value();
  };
  if (!next("[ FAIL ", counts.failed) || !next(" | WARN ", counts.warnings) || !next(" | SKIP ", counts.skipped) ||
      !next(" | PASS ", counts.passed) || !at.skip(" ]"))
    return {};
  return counts;
}

// dart and flutter: "00:04 +6 ~1 -1: Some tests failed."
Ending dart(std::string_view text) {
  Cursor at(text);
  if (!at.number() || !at.skip(':') || !at.number() || !at.skip(" +")) return {};
  Counts counts;
  counts.passed = at.number().value_or(0);
  if (at.skip(" ~")) counts.skipped = at.number().value_or(0);
  if (at.skip(" -")) counts.failed = at.number().value_or(0);
  if (!at.skip(": ")) return {};
  for (const std::string_view end :
       {"All tests passed!", "Some tests failed.", "All tests skipped.", "No tests ran."}) {
    if (at.rest() == end) return counts;
  }
  return {};
}

// Julia names the columns that hold something: "Test Summary: | Pass  Fail  Total  Time"
Ending julia(std::string_view text) {
  if (!text.starts_with("Test Summary:") || !contains(text, "|")) return {};
  const std::string_view columns = text.substr(text.find('|') + 1);
  if (!contains(columns, "Total")) return {};
  return Counts{.passed = contains(columns, "Pass") ? 1u : 0u,
                .failed = contains(columns, "Fail") ? 1u : 0u,
                .errors = contains(columns, "Error") ? 1u : 0u,
                .todo = contains(columns, "Broken") ? 1u : 0u};
}

// Cucumber: "3 scenarios (1 failed, 1 undefined, 1 passed)"; behave counts the same without brackets.
Ending cucumber(std::string_view text) {
  Cursor at(text);
  if (!at.number() || !(at.iskip(" scenarios (") || at.iskip(" scenario ("))) return {};
  Counts counts;
  each_count(at.rest(), [&](std::uint64_t n, std::string_view what) {
    if (what == "passed") counts.passed += n;
    if (what == "failed") counts.failed += n;
    if (what == "undefined" || what == "ambiguous") counts.errors += n;
    if (what == "skipped" || what == "pending") counts.skipped += n;
  });
  return counts;
}

class Endings : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::pass) | bit(Needle::fail) | bit(Needle::skip) | bit(Needle::ran) | bit(Needle::swift) |
           bit(Needle::word) | bit(Needle::count);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim(line.text);
    if (text.size() > 400) return Claim::no;
    if (is_cucumber_steps(text)) {
      if (contains(text, " undefined") && !contains(text, "0 undefined"))
        sink.signal(SignalKind::failure, Runner::other_tests, "failed", line);
      return Claim::yes;
    }
    if (clojure(text, line, sink) == Claim::yes) return Claim::yes;
    for (const auto form : {karma, karma_total, jasmine, busted, scalatest, testthat, dart, julia, cucumber}) {
      const Ending counts = form(text);
      if (!counts) continue;
      sink.reach_back(Runner::other_tests, line);
      sink.summary(Runner::other_tests, line, *counts);
      return Claim::yes;
    }
    return Claim::no;
  }

 private:
  // "12 steps (10 passed, 2 undefined)": the line after the scenarios, which have said the rest.
  static bool is_cucumber_steps(std::string_view text) {
    Cursor at(text);
    return at.number() && (at.iskip(" steps (") || at.iskip(" step ("));
  }

  // clojure.test in two lines: "Ran 3 tests containing 7 assertions." and "1 failures, 0 errors."
  Claim clojure(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    if (at.skip("Ran ")) {
      const auto tests = at.number();
      if (!tests || !at.skip(" tests containing ")) return Claim::no;
      m_tests = *tests;
      m_tests_line = line.number;
      return Claim::yes;
    }
    if (m_tests_line == 0 || line.number != m_tests_line + 1) return Claim::no;
    const auto failures = at.number();
    if (!failures || !at.skip(" failures, ")) return Claim::no;
    const auto errors = at.number();
    if (!errors || !at.skip(" errors.")) return Claim::no;
    sink.reach_back(Runner::other_tests, line);
    const std::uint64_t bad = *failures + *errors;
    sink.summary(Runner::other_tests, line,
                 {.passed = m_tests - std::min(m_tests, bad), .failed = *failures, .errors = *errors});
    m_tests_line = 0;
    return Claim::yes;
  }

  std::uint64_t m_tests = 0;
  std::uint64_t m_tests_line = 0;
};

}  // namespace

ReaderPtr make_endings() { return std::make_unique<Endings>(); }

}  // namespace assay::logs
