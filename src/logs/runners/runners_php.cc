// PHP: PHPUnit and Pest.
#include "base/cursor.h"
#include "base/text.h"
#include "logs/runners/counts.h"
#include "logs/runners/runners.h"

namespace assay::logs {

namespace {

class PhpunitReader final : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::php) | bit(Needle::mark) | bit(Needle::fail) | bit(Needle::error) | bit(Needle::skip) |
           bit(Needle::ran) | bit(Needle::warn) | bit(Needle::notests);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (text.starts_with("PHPUnit ") && contains(text, " by Sebastian Bergmann")) return banner(line, sink);
    if (text.starts_with("OK (")) return ok(text, line, sink);
    if (text.starts_with("Tests: ") && contains(text, "Assertions: ")) return totals(text, line, sink);
    if (text.starts_with("No tests executed!")) {
      sink.summary(Runner::phpunit, line, {});
      return Claim::yes;
    }
    if (is_verdict(text) || section(text) || numbered(text, line, sink)) return Claim::yes;
    if (!sink.is_open(Runner::phpunit)) return Claim::no;
    if (text.starts_with("Cannot open file \"") || text.starts_with("Test file \"")) {
      sink.signal(SignalKind::not_run, Runner::phpunit, "not-run", line);
      return Claim::yes;
    }
    if (text.starts_with("Summary of non-successful tests:")) return Claim::yes;
    return testdox(text, line, sink);
  }

 private:
  Claim banner(const Line& line, Sink& sink) {
    sink.start(Runner::phpunit, line);
    m_bad = false;
    return Claim::yes;
  }

  // "OK (8 tests, 8 assertions)"
  static Claim ok(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text.substr(4));
    const auto n = at.number();
    if (!n || !at.skip(" test") || !contains(at.rest(), " assertion")) return Claim::no;
    sink.summary(Runner::phpunit, line, {.passed = *n});
    return Claim::yes;
  }

  // "Tests: 8, Assertions: 7, Errors: 1, Failures: 1, Skipped: 1, Incomplete: 1, Risky: 1."
  static Claim totals(std::string_view text, const Line& line, Sink& sink) {
    Counts counts;
    std::uint64_t all = 0;
    each_labelled(text, [&](std::string_view label, std::uint64_t n) {
      if (label == "Tests") all = n;
      if (label == "Errors") counts.errors = n;
      if (label == "Failures") counts.failed = n;
      if (label == "Skipped") counts.skipped = n;
      if (label == "Incomplete") counts.todo = n;
      if (label == "Risky" || label == "Warnings" || label == "Deprecations" || label == "Notices")
        counts.warnings += n;
    });
    const std::uint64_t rest = counts.errors + counts.failed + counts.skipped + counts.todo;
    counts.passed = all > rest ? all - rest : 0;
    sink.summary(Runner::phpunit, line, counts);
    return Claim::yes;
  }

  static bool is_verdict(std::string_view text) {
    return text == "FAILURES!" || text == "ERRORS!" || text == "WARNINGS!" || text.starts_with("OK, but ");
  }

  // "There was 1 failure:", "There were 2 risky tests:"
  bool section(std::string_view text) {
    Cursor at(text);
    if (!at.skip("There was ") && !at.skip("There were ")) return false;
    if (!at.number() || !at.skip(' ') || !text.ends_with(':')) return false;
    m_bad = at.rest().starts_with("failure") || at.rest().starts_with("error");
    return true;
  }

  // "1) RouterTest::testErrors"
  bool numbered(std::string_view text, const Line& line, Sink& sink) const {
    Cursor at(text);
    if (!at.number() || !at.skip(") ")) return false;
    const std::string_view name = at.rest();
    const size_t colons = name.find("::");
    if (colons == std::string_view::npos || name.substr(0, colons).find(' ') != std::string_view::npos) return false;
    if (m_bad) {
      sink.run(Runner::phpunit, line);
      sink.failed(Runner::phpunit, line, name);
    }
    return true;
  }

  // " ✔ Finds a route [1.38 ms]"
  static Claim testdox(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    if (!at.skip(' ')) return Claim::no;
    const bool passed = at.skip("✔ "), failed = at.skip("✘ "), skipped = at.skip("↩ ");
    if (!passed && !failed && !skipped && !at.skip("∅ ") && !at.skip("☢ ")) return Claim::no;
    std::string_view name = at.rest();
    if (name.ends_with(" ms]")) name = name.substr(0, name.rfind(" ["));
    sink.run(Runner::phpunit, line);
    if (passed) sink.named(Runner::phpunit, line, Outcome::passed, name);
    if (skipped) sink.named(Runner::phpunit, line, Outcome::skipped, name);
    if (failed) sink.failed(Runner::phpunit, line, name);
    return Claim::yes;
  }

  bool m_bad = false;  // in a list of failures or errors
};

// Pest: "  Tests:    1 failed, 1 skipped, 3 passed (5 assertions)".
class PestReader final : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::php) | bit(Needle::mark) | bit(Needle::ran) | bit(Needle::pass) | bit(Needle::fail) |
           bit(Needle::warn) | bit(Needle::skip);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim_left(line.text);
    if (text.starts_with("Tests:") && contains(text, " assertion")) return totals(text, line, sink);
    if (suite(text, line, sink)) return Claim::yes;
    return sink.is_open(Runner::pest) ? test(text, line, sink) : Claim::no;
  }

 private:
  static Claim totals(std::string_view text, const Line& line, Sink& sink) {
    Counts counts;
    each_count(text, [&](std::uint64_t n, std::string_view what) {
      if (what == "passed") counts.passed = n;
      if (what == "failed") counts.failed = n;
      if (what == "skipped") counts.skipped = n;
      if (what == "incomplete" || what == "todo" || what == "todos") counts.todo += n;
      if (what == "risky" || what.starts_with("warning") || what.starts_with("deprecated")) counts.warnings += n;
    });
    sink.summary(Runner::pest, line, counts);
    return Claim::yes;
  }

  // "   PASS  Tests\Unit\ExampleTest", "   FAILED  Tests\Feature\ExampleTest > it fails"
  bool suite(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    const bool passed = at.skip("PASS  "), failed = at.skip("FAILED  "),
               file = failed || passed || at.skip("FAIL  ") || at.skip("WARN  ");
    if (!file || at.rest().find('\\') == std::string_view::npos) return false;
    const std::string_view name = trim_right(at.rest().substr(0, at.rest().find("  ")));
    if (!sink.is_open(Runner::pest)) sink.reach_back(Runner::pest, line);
    sink.run(Runner::pest, line);
    if (passed) sink.named(Runner::pest, line, Outcome::passed, name);
    if (failed) sink.failed(Runner::pest, line, name);
    m_suite = name;
    return true;
  }

  // "✓ that true is true  0.02s", "⨯ it fails", "- it waits → later"
  Claim test(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    const bool passed = at.skip("✓ "), failed = at.skip("⨯ ");
    if (!passed && !failed) return Claim::no;
    std::string_view name = at.rest();
    if (const size_t gap = name.rfind("  "); gap != std::string_view::npos) name = trim_right(name.substr(0, gap));
    const std::string whole = m_suite.empty() ? std::string(name) : cat(m_suite, " > ", name);
    if (passed)
      sink.named(Runner::pest, line, Outcome::passed, whole);
    else
      sink.failed(Runner::pest, line, whole);
    return Claim::yes;
  }

  std::string m_suite;
};

}  // namespace

ReaderPtr make_phpunit() { return std::make_unique<PhpunitReader>(); }
ReaderPtr make_pest() { return std::make_unique<PestReader>(); }

}  // namespace assay::logs
