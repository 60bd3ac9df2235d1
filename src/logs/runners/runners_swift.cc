// swift test and xcodebuild: XCTest and Swift Testing. A package that uses one of the two still
// prints the other's summary with zero tests, so nothing is empty unless both are.
#include <algorithm>

#include "base/cursor.h"
#include "base/text.h"
#include "logs/runners/counts.h"
#include "logs/runners/runners.h"

namespace assay::logs {

namespace {

class SwiftTestReader final : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::swift) | bit(Needle::dotnet) | bit(Needle::error) | bit(Needle::pass) | bit(Needle::fail) |
           bit(Needle::skip);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim_left(line.text);
    if (text.starts_with("Test Case '")) return test_case(text, line, sink);
    if (text.starts_with("Test Suite '")) return suite(text, line, sink);
    if (text.starts_with("Executed ")) return executed(text, line, sink);
    if (const size_t run = text.find("Test run with "); run <= 8) return test_run(text.substr(run), line, sink);
    if (const size_t run = text.find("Test run started"); run <= 8) {
      sink.run(Runner::swift_test, line);
      return Claim::yes;
    }
    if (text.starts_with("** TEST ") || text.starts_with("** BUILD ")) return xcodebuild(text, line, sink);
    if (contains(text, ".swift:") && contains(text, ": error: ") && is_assertion(text)) {
      sink.run(Runner::swift_test, line);
      return Claim::yes;
    }
    return testing(text, line, sink);
  }
  void end(Sink& sink) override {
    tell_executed(sink);
    if (m_nothing.empty() || m_any) return;
    sink.summary(Runner::swift_test, m_nothing.line(), {});
  }

 private:
  // "Test Case '-[AppTests.FooTests testBar]' passed (0.001 seconds)."
  static Claim test_case(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text.substr(11));
    auto name = at.before("'");
    if (!name) return Claim::no;
    if (name->starts_with("-[") && name->ends_with("]")) name = name->substr(2, name->size() - 3);
    sink.run(Runner::swift_test, line);
    if (at.skip(" passed")) sink.named(Runner::swift_test, line, Outcome::passed, *name);
    if (at.skip(" skipped")) sink.named(Runner::swift_test, line, Outcome::skipped, *name);
    if (at.skip(" failed")) sink.failed(Runner::swift_test, line, *name);
    return Claim::yes;
  }

  // The counts of each suite follow its line; those of the outermost are the run's.
  Claim suite(std::string_view text, const Line& line, Sink& sink) {
    sink.run(Runner::swift_test, line);
    m_outermost = text.starts_with("Test Suite 'All tests'") || text.starts_with("Test Suite 'Selected tests'");
    return Claim::yes;
  }

  // "Executed 3 tests, with 1 test skipped and 1 failure (0 unexpected) in 0.003 (0.005) seconds"
  Claim executed(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text.substr(9));
    const auto all = at.number();
    if (!all || !at.skip(" test") || !contains(text, " failure")) return Claim::no;
    Counts counts;
    at.past("with ");
    each_count(at.rest(), [&](std::uint64_t n, std::string_view what) {
      if (what.starts_with("failure")) counts.failed = n;
      if (what.starts_with("test")) counts.skipped = n;
    });
    const std::uint64_t rest = counts.failed + counts.skipped;
    counts.passed = *all > rest ? *all - rest : 0;
    m_executed = counts;
    m_executed_line.hold(line);
    if (m_outermost) tell_executed(sink);
    return Claim::yes;
  }
  void tell_executed(Sink& sink) {
    if (m_executed_line.empty()) return;
    conclude(m_executed_line.line(), m_executed, sink);
    m_executed_line.drop();
  }

  void conclude(const Line& line, const Counts& counts, Sink& sink) {
    if (counts == Counts{}) {
      m_nothing.hold(line);
      sink.close(Runner::swift_test);
      return;
    }
    m_any = true;
    sink.summary(Runner::swift_test, line, counts);
  }

  // "Test run with 3 tests in 1 suite failed after 0.001 seconds with 1 issue."
  Claim test_run(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text.substr(14));
    const auto all = at.number();
    if (!all || !at.skip(" test")) return Claim::no;
    Counts counts{.passed = *all};
    if (contains(text, " failed after ")) {
      counts.failed = std::max<std::uint64_t>(m_failed, 1);
      counts.passed = *all > counts.failed ? *all - counts.failed : 0;
    }
    counts.skipped = m_skipped;
    counts.passed -= std::min(counts.passed, m_skipped);
    m_failed = m_skipped = 0;
    tell_executed(sink);
    conclude(line, counts, sink);
    return Claim::yes;
  }

  // "✔ Test bar() passed after 0.001 seconds.", "✘ Test bar() recorded an issue at ...", "➜ Test bar() skipped."
  Claim testing(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    at.take_while([](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    if (at.rest().size() == text.size() || !at.skip(' ')) return Claim::no;
    const bool is_suite = at.skip("Suite ");
    if (!is_suite && !at.skip("Test ")) return Claim::no;
    for (const std::string_view verb :
         {" passed after ", " failed after ", " recorded an issue", " skipped", " started."}) {
      const size_t end = at.rest().find(verb);
      if (end == std::string_view::npos) continue;
      std::string_view name = at.rest().substr(0, end);
      if (name.size() > 1 && name.starts_with('"') && name.ends_with('"')) name = name.substr(1, name.size() - 2);
      told(verb, name, is_suite, line, sink);
      return Claim::yes;
    }
    return Claim::no;
  }
  void told(std::string_view verb, std::string_view name, bool is_suite, const Line& line, Sink& sink) {
    sink.run(Runner::swift_test, line);
    if (verb == " passed after ") sink.named(Runner::swift_test, line, Outcome::passed, name);
    if (verb == " failed after ") {
      m_failed += is_suite ? 0 : 1;
      sink.failed(Runner::swift_test, line, name);
    }
    if (verb == " skipped") {
      m_skipped += is_suite ? 0 : 1;
      sink.named(Runner::swift_test, line, Outcome::skipped, name);
    }
  }

  // "/x/FooTests.swift:12: error: FooTests.testBar : XCTAssertEqual failed: ..."
  static bool is_assertion(std::string_view text) {
    const size_t at = text.find(": error: ");
    return text.find(" : ", at) != std::string_view::npos || text.find("-[", at) != std::string_view::npos;
  }

  static Claim xcodebuild(std::string_view text, const Line& line, Sink& sink) {
    if (contains(text, " SUCCEEDED **"))
      sink.signal(SignalKind::pass, Runner::swift_test, "passed", line);
    else if (contains(text, " FAILED **"))
      sink.signal(SignalKind::failure, Runner::swift_test, "failed", line);
    else
      return Claim::no;
    return Claim::yes;
  }

  bool m_outermost = false;
  bool m_any = false;  // one of the two ran something
  Counts m_executed;
  HeldLine m_executed_line, m_nothing;
  std::uint64_t m_failed = 0, m_skipped = 0;  // of Swift Testing
};

}  // namespace

ReaderPtr make_swift_test() { return std::make_unique<SwiftTestReader>(); }

}  // namespace assay::logs
