// C++ test runners: ctest, GoogleTest, Catch2, doctest.
#include <algorithm>

#include "base/cursor.h"
#include "base/text.h"
#include "logs/runners/counts.h"
#include "logs/runners/diagnostic.h"
#include "logs/runners/held_failures.h"
#include "logs/runners/runners.h"

namespace assay::logs {

namespace {

// "3/8 Test #3: Lru.Crashes .................***Exception: SegFault  0.00 sec"
class CtestReader final : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::cpp) | bit(Needle::fail) | bit(Needle::error) | bit(Needle::pass) | bit(Needle::notests) |
           bit(Needle::count) | bit(Needle::word) | bit(Needle::skip);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim_left(line.text);
    if (text.starts_with("Test project ")) {
      sink.start(Runner::ctest, line);
      m_skipped = 0;
      return Claim::yes;
    }
    if (test(text, line, sink) || total(text, line, sink)) return Claim::yes;
    if (text.starts_with("No tests were found!!!")) {
      sink.summary(Runner::ctest, line, {});
      return Claim::yes;
    }
    if (text.starts_with("The following tests FAILED:") || text.starts_with("The following tests did not run:") ||
        text.starts_with("Errors while running CTest") || text.starts_with("Unable to find executable: ") ||
        text.starts_with("Use \"--rerun-failed"))
      return Claim::yes;
    if (text.starts_with("Start ") && sink.is_open(Runner::ctest)) return Claim::yes;
    return is_list_entry(line.text) ? Claim::yes : Claim::no;
  }

 private:
  bool test(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    if (!at.number() || !at.skip('/') || !at.number() || !at.skip(" Test")) return false;
    at.spaces();
    if (!at.skip('#') || !at.number() || !at.skip(": ")) return false;
    const std::string_view rest = at.rest();
    const size_t dots = rest.find(" .");
    if (dots == std::string_view::npos) return false;
    const std::string_view name = rest.substr(0, dots);
    const std::string_view result = trim_left(rest.substr(rest.find_first_not_of(". ", dots) == std::string_view::npos
                                                              ? rest.size()
                                                              : rest.find_first_not_of(". ", dots)));
    sink.run(Runner::ctest, line);
    if (result.starts_with("Passed")) {
      sink.named(Runner::ctest, line, Outcome::passed, name);
    } else if (result.starts_with("***Skipped")) {
      ++m_skipped;
      sink.named(Runner::ctest, line, Outcome::skipped, name);
    } else if (!result.starts_with("***Not Run (Disabled)")) {
      sink.failed(Runner::ctest, line, name);
    }
    return true;
  }

  // "73% tests passed, 3 tests failed out of 11"; skipped tests count as passed there.
  bool total(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    if (!at.number() || !at.skip("% tests passed")) return false;
    std::uint64_t failed = 0;
    if (at.skip(", ")) {
      const auto n = at.number();
      if (!n || !at.skip(" tests failed")) return false;
      failed = *n;
    }
    if (!at.skip(" out of ")) return false;
    const auto all = at.number();
    if (!all) return false;
    const std::uint64_t not_passed = failed + m_skipped;
    sink.summary(Runner::ctest, line,
                 {.passed = *all > not_passed ? *all - not_passed : 0, .failed = failed, .skipped = m_skipped});
    m_skipped = 0;
    return true;
  }

  // "\t  3 - Lru.Crashes (SEGFAULT)"
  static bool is_list_entry(std::string_view text) {
    if (!text.starts_with('\t') || !text.ends_with(')')) return false;
    Cursor at(text);
    at.spaces();
    return at.number() && at.skip(" - ");
  }

  std::uint64_t m_skipped = 0;
};

class GoogletestReader final : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::cpp) | bit(Needle::fail) | bit(Needle::pass) | bit(Needle::skip);
  }

  Claim read(const Line& line, Sink& sink) override {
    Cursor at(line.text);
    Cursor numbered = at;  // ctest -V puts "12: " in front
    if (numbered.number() && numbered.skip(": ")) at = numbered;
    if (at.rest().starts_with("Running main() from ")) {
      // With --gtest_brief stdout is not flushed, and what tests write to stderr comes first.
      if (!sink.is_open(Runner::googletest)) sink.reach_back(Runner::googletest, line);
      sink.run(Runner::googletest, line);
      return Claim::yes;
    }
    if (at.skip("[==========] ")) return frame(at.rest(), line, sink);
    if (at.skip("[----------]") || at.skip("[ RUN      ]")) {
      sink.run(Runner::googletest, line);
      return Claim::yes;
    }
    if (at.skip("[       OK ] ")) return result(Outcome::passed, at, line, sink);
    if (at.skip("[  FAILED  ] ")) return result(Outcome::failed, at, line, sink);
    if (at.skip("[  SKIPPED ] ")) return result(Outcome::skipped, at, line, sink);
    if (at.skip("[  PASSED  ] ")) return passed(at, line, sink);
    return is_tail(at.rest()) ? Claim::yes : Claim::no;
  }
  void end(Sink& sink) override { tell_summary(sink); }

 private:
  // "Running 3 tests from 1 test suite."; "3 tests from 1 test suite ran. (0 ms total)"
  Claim frame(std::string_view text, const Line& line, Sink& sink) {
    if (text.starts_with("Running ")) {
      tell_summary(sink);
      if (!sink.is_open(Runner::googletest) || m_tests) sink.start(Runner::googletest, line);
      m_failed = m_skipped = 0;
      m_tests = true;
    } else {
      sink.run(Runner::googletest, line);
    }
    return Claim::yes;
  }

  Claim result(Outcome outcome, Cursor at, const Line& line, Sink& sink) {
    const std::string_view text = at.rest();
    if (const auto n = at.number(); n && (at.skip(" test, listed below") || at.skip(" tests, listed below"))) {
      if (outcome == Outcome::failed) {
        // The line that names the number of failures sums the run up best; what it says is also
        // all there is when the results were trimmed away.
        m_failed = std::max(m_failed, *n);
        summary(line, sink);
      }
      m_listing = true;
      return Claim::yes;
    }
    const size_t open = text.rfind(" (");
    const bool timed = open != std::string_view::npos && text.ends_with("ms)");
    if (m_listing && !timed) return Claim::yes;
    m_listing = false;
    std::string_view name = timed ? text.substr(0, open) : text;
    if (const size_t param = name.find(", where "); param != std::string_view::npos) name = name.substr(0, param);
    sink.run(Runner::googletest, line);
    if (outcome == Outcome::failed) {
      ++m_failed;
      sink.failed(Runner::googletest, line, name);
    } else {
      if (outcome == Outcome::skipped) ++m_skipped;
      sink.named(Runner::googletest, line, outcome, name);
    }
    return Claim::yes;
  }

  // "[  PASSED  ] 6 tests.": the failed and skipped ones were counted as they went by. Inside ctest
  // each test is a run of its own, and ctest has the last word.
  Claim passed(Cursor at, const Line& line, Sink& sink) {
    const auto n = at.number();
    if (!n || !at.skip(" test")) return Claim::no;
    m_passed = *n;
    m_listing = true;
    if (m_failed > 0) {
      m_pending = line.number;
      m_pending_text = line.text.substr(0, 256);
    } else {
      summary(line, sink);
    }
    return Claim::yes;
  }

  void summary(const Line& line, Sink& sink) {
    if (sink.is_open(Runner::ctest))
      sink.close(Runner::googletest);
    else
      sink.summary(Runner::googletest, line, {.passed = m_passed, .failed = m_failed, .skipped = m_skipped});
    m_pending = m_passed = m_failed = m_skipped = 0;
    m_tests = false;
  }
  void tell_summary(Sink& sink) {
    if (m_pending != 0) summary({m_pending_text, m_pending, 0}, sink);
  }

  // " 1 FAILED TEST"; "lru_test.cc:17: Failure"; "YOU HAVE 1 DISABLED TEST"
  static bool is_tail(std::string_view text) {
    Cursor at(text);
    at.spaces();
    if (at.number() && (at.rest() == " FAILED TEST" || at.rest() == " FAILED TESTS")) return true;
    const bool failure =
        text.ends_with(": Failure") || text.ends_with(": error: Failure") || text.ends_with(": Skipped");
    if (text.starts_with(": ")) return false;
    return failure && (is_digit(text[text.find(": ") - 1]) || contains(text, "unknown file"));
  }

  std::uint64_t m_passed = 0, m_failed = 0, m_skipped = 0;
  std::uint64_t m_pending = 0;  // line of a "PASSED" that failures are known to follow
  std::string m_pending_text;
  bool m_tests = false;    // past "Running 3 tests"
  bool m_listing = false;  // in the lists after the summary
};

// Catch2 and doctest mark tests that may fail: what an assertion says counts only if the closing
// line counts a failed test, or if there is no closing line.
class Catch2Reader final : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::cpp) | bit(Needle::fail) | bit(Needle::pass) | bit(Needle::notests);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (contains(text, " is a Catch") || text.ends_with(": PASSED:")) {
      sink.run(Runner::catch2, line);
      return Claim::yes;
    }
    if (text.starts_with("All tests passed (")) return all_passed(text, line, sink);
    if (text.starts_with("test cases: ")) return cases(text, line, sink);
    if (text.starts_with("assertions: ")) return sink.is_open(Runner::catch2) || m_closed ? Claim::yes : Claim::no;
    if (text.starts_with("No test cases matched '")) return Claim::yes;
    if (text == "No tests ran") return closing(line, sink, {});
    if (text.starts_with("Passed ") && contains(text, " test case")) return compact(text, line, sink);
    if (text.starts_with("Failed ") && contains(text, " test case") && contains(text, " assertion"))
      return compact(text, line, sink);
    return assertion(text, line, sink);
  }
  void end(Sink& sink) override { m_held.report(Runner::catch2, sink); }

 private:
  // "All tests passed (3 assertions in 2 test cases)"
  Claim all_passed(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text.substr(18));
    if (!at.number() || !at.skip(" assertion") || !at.past(" in ")) return Claim::no;
    const auto n = at.number();
    return n ? closing(line, sink, {.passed = *n}) : Claim::no;
  }

  // "test cases: 3 | 1 passed | 1 failed | 1 skipped | 1 failed as expected"
  Claim cases(std::string_view text, const Line& line, Sink& sink) {
    Counts counts;
    for (const std::string_view part : split(text, '|')) {
      each_count(part, [&](std::uint64_t n, std::string_view what) {
        if (what == "passed") counts.passed = n;
        if (what == "skipped") counts.skipped = n;
        if (what == "failed") (contains(part, "as expected") ? counts.passed : counts.failed) += n;
      });
    }
    return closing(line, sink, counts);
  }

  // "Passed both 2 test cases with 3 assertions."; "Failed 1 test case, failed 2 assertions."
  Claim compact(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    at.word();
    at.spaces();
    if (at.skip("both ") || at.skip("all ")) at.spaces();
    const auto n = at.number();
    if (!n || !at.skip(" test case")) return Claim::no;
    return closing(line, sink, text[0] == 'P' ? Counts{.passed = *n} : Counts{.failed = *n});
  }

  Claim closing(const Line& line, Sink& sink, const Counts& counts) {
    if (counts.failed > 0) m_held.report(Runner::catch2, sink);
    m_held.clear();
    m_closed = true;
    sink.summary(Runner::catch2, line, counts);
    return Claim::yes;
  }

  // "m.cc:8: FAILED:"; compact: "m.cc:8: failed: 2 * 3 == 7"
  Claim assertion(std::string_view text, const Line& line, Sink& sink) {
    if (!text.ends_with(": FAILED:") && !contains(text, ": failed: ")) return Claim::no;
    const size_t stop = text.ends_with(": FAILED:") ? text.size() - 9 : text.find(": failed: ");
    const std::string_view place = text.substr(0, stop);
    const size_t colon = place.rfind(':');
    if (colon == std::string_view::npos || !parse_uint(place.substr(colon + 1)) || contains(place, " "))
      return Claim::no;
    sink.run(Runner::catch2, line);
    m_held.add(line, place);
    return Claim::yes;
  }

  HeldFailures m_held;
  bool m_closed = false;
};

class DoctestReader final : public Reader {
 public:
  NeedleMask wants() const override { return bit(Needle::cpp) | bit(Needle::error); }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (text.starts_with("[doctest] ")) return own(text.substr(10), line, sink);
    if (text.starts_with("TEST CASE:")) {
      m_case = trim(text.substr(10));
      return Claim::yes;
    }
    const bool assertion = contains(text, "ERROR: ") &&
                           (contains(text, " is NOT correct!") || contains(text, "test case THREW exception") ||
                            contains(text, "test case CRASHED"));
    if (!assertion) return Claim::no;
    sink.run(Runner::doctest, line);
    m_held.add(line, m_case);
    return Claim::yes;
  }
  void end(Sink& sink) override { m_held.report(Runner::doctest, sink); }

 private:
  Claim own(std::string_view text, const Line& line, Sink& sink) {
    if (text.starts_with("doctest version is")) {
      sink.start(Runner::doctest, line);
    } else if (text.starts_with("test cases:")) {
      cases(text, line, sink);
    } else if (text.starts_with("Status: FAILURE!") && !m_failed) {
      sink.concluded(Runner::doctest, line, SignalKind::failure, "failed");
    }
    return Claim::yes;
  }

  // "test cases: 2 | 1 passed | 1 failed | 0 skipped"
  void cases(std::string_view text, const Line& line, Sink& sink) {
    Counts counts;
    each_count(text, [&](std::uint64_t n, std::string_view what) {
      if (what == "passed") counts.passed = n;
      if (what == "failed") counts.failed = n;
      if (what == "skipped") counts.skipped = n;
    });
    m_failed = counts.failed > 0;
    if (m_failed) m_held.report(Runner::doctest, sink);
    m_held.clear();
    sink.summary(Runner::doctest, line, counts);
  }

  HeldFailures m_held;
  std::string m_case;
  bool m_failed = false;
};

}  // namespace

ReaderPtr make_ctest() { return std::make_unique<CtestReader>(); }
ReaderPtr make_googletest() { return std::make_unique<GoogletestReader>(); }
ReaderPtr make_catch2() { return std::make_unique<Catch2Reader>(); }
ReaderPtr make_doctest() { return std::make_unique<DoctestReader>(); }

}  // namespace assay::logs
