// Counts of tests that stand alone, as in a log someone cut down to its last line: "1 failed; 12
// passed", "Tests: 12 passed", "3 tests, 0 failures". No runner signs them, but they are plain.
#include "base/cursor.h"
#include "logs/runners/runners.h"
#include "logs/runners/tally.h"

namespace assay::logs {

namespace {

std::string_view without_label(std::string_view text) {
  for (std::string_view label : {"Tests:", "Tests", "Test results:", "Test result:", "Results:", "Result:", "Summary:",
                                 "tests:", "Total:", "Test run:"}) {
    if (text.starts_with(label)) return trim(text.substr(label.size()));
  }
  return text;
}

// "No tests were run": a program's words. In a report somebody owns up to it, which the word rules hear.
class NothingRan : public Reader {
 public:
  bool in_reports() const override { return false; }
  NeedleMask wants() const override { return bit(Needle::notests); }

  Claim read(const Line& line, Sink& sink) override {
    if (!nothing_ran(without_label(trim(line.text)))) return Claim::no;
    sink.signal(SignalKind::zero_tests, Runner::loose, "log.tally.zero-tests", line);
    return Claim::yes;
  }

 private:
  static bool nothing_ran(std::string_view text) {
    if (contains(text, " because ") || contains(text, " since ") || contains(text, " due to ")) return false;
    for (std::string_view start : {"no tests found", "no test files found", "no tests ran", "no tests were",
                                   "no tests to run", "no tests executed", "no tests collected", "no tests run"}) {
      if (istarts_with(text, start)) return true;
    }
    return false;
  }
};

class LoneTally : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::pass) | bit(Needle::fail) | bit(Needle::skip) | bit(Needle::count) | bit(Needle::notests);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = without_label(trim(line.text));
    if (text.empty() || !is_digit(text.front())) return Claim::no;
    const auto tally = Tally::of(without_duration(text));
    if (!tally || !tally->about_tests()) return Claim::no;
    Counts counts = tally->counts();
    const std::uint64_t tests = tally->get("test");
    const std::uint64_t other = counts.failed + counts.errors + counts.skipped;
    if (counts.passed == 0 && tests > other) counts.passed = tests - other;
    if (counts == Counts{} &&
        (tally->has("passed") || tally->has("pass") || tally->has("tests") || tally->has("total"))) {
      sink.signal(SignalKind::zero_tests, Runner::loose, "log.tally.zero-tests", line);
    }
    add_signals(line, counts, sink);
    return Claim::yes;
  }

 private:
  static void add_signals(const Line& line, const Counts& counts, Sink& sink) {
    const auto signal = [&](SignalKind kind, std::string_view rule) { sink.signal(kind, Runner::loose, rule, line); };
    const bool failed = counts.failed + counts.errors > 0;
    const bool ran = counts.passed + counts.flaky > 0;
    if (failed) signal(SignalKind::failure, "log.tally.failed");
    if (counts.skipped > 0) signal(SignalKind::skipped, "log.tally.skipped");
    if (counts.todo > 0) signal(SignalKind::todo, "log.tally.todo");
    if (counts.flaky > 0) signal(SignalKind::flaky, "log.tally.flaky");
    if (counts.warnings > 0) signal(SignalKind::warning, "log.tally.warnings");
    if (ran && !failed) signal(SignalKind::pass, "log.tally.passed");
  }
};

}  // namespace

ReaderPtr make_nothing_ran() { return std::make_unique<NothingRan>(); }
ReaderPtr make_lone_tally() { return std::make_unique<LoneTally>(); }

}  // namespace assay::logs
