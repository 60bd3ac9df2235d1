// cargo test and cargo nextest.
//
// cargo test runs a program per target, and each closes with its own "test result:" line. Targets
// without tests are usual (a crate without doc tests), so zero tests are said only when no target
// ran any. Ignored tests are what the authors keep apart on purpose: they are no signal.
#include <algorithm>
#include <vector>

#include "base/cursor.h"
#include "logs/runners/js_names.h"
#include "logs/runners/runners.h"
#include "logs/runners/tally.h"

namespace assay::logs {

namespace {

class CargoTest : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::banner) | bit(Needle::dots) | bit(Needle::pass) | bit(Needle::fail) | bit(Needle::error);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim_left(line.text);
    if (text.starts_with("test result: ")) return closing(line, text.substr(13), sink);
    if (text.starts_with("test ")) return result(line, text.substr(5), sink);
    if (text.ends_with(" --- FAILED") && text.find(' ') == text.size() - 11) {  // with --quiet
      sink.run(Runner::cargo_test, line);
      sink.failed(Runner::cargo_test, line, text.substr(0, text.size() - 11));
      return Claim::yes;
    }
    if (line.has(Needle::banner) && begins(text)) {
      m_running = true;
      sink.run(Runner::cargo_test, line);
      return Claim::yes;
    }
    if (text.starts_with("error: test failed, to rerun pass") ||
        text.starts_with("error: doctest failed, to rerun pass") || text.starts_with("error: test run failed") ||
        is_targets_failed(text)) {
      sink.signal(SignalKind::failure, Runner::cargo_test, "failed", line);
      return Claim::yes;
    }
    return Claim::no;
  }

  void end(Sink& sink) override {
    if (m_ran || m_empty.empty()) return;
    sink.signal(SignalKind::zero_tests, Runner::cargo_test, "zero-tests", m_empty.line());
  }

 private:
  // "running 4 tests", "Running unittests src/lib.rs (target/…)", "Doc-tests good"
  static bool begins(std::string_view text) {
    if (text.starts_with("Running unittests ") || text.starts_with("Doc-tests ")) return true;
    Cursor at(text);
    if (!at.skip("running ") || !at.number()) return false;
    return at.rest() == " tests" || at.rest() == " test";
  }

  // "error: 2 targets failed:"
  static bool is_targets_failed(std::string_view text) {
    Cursor at(text);
    return at.skip("error: ") && at.number() && (at.skip(" targets failed") || at.skip(" target failed"));
  }

  // "ok. 31 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.13s"
  Claim closing(const Line& line, std::string_view text, Sink& sink) {
    const size_t dot = text.find(". ");
    if (dot == text.npos) return Claim::no;
    const bool good = text.starts_with("ok");
    text = text.substr(dot + 2);
    if (const size_t finished = text.find("; finished in"); finished != text.npos) text = text.substr(0, finished);
    const auto tally = Tally::of(text);
    if (!tally) return Claim::no;
    m_running = false;
    Counts counts = tally->counts();
    if (!good && counts.failed == 0) counts.errors = 1;
    if (counts.passed + counts.failed + counts.errors + tally->get("measured") == 0) {
      sink.part(Runner::cargo_test, line, counts);
      m_empty.hold(line);
      return Claim::yes;
    }
    if (counts.passed == 0) counts.passed = tally->get("measured");
    m_ran = true;
    sink.summary(Runner::cargo_test, line, counts);
    return Claim::yes;
  }

  // "test tests::auth::denies_guest ... ok", "… ignored, slow", "… FAILED", "… bench: 12 ns/iter"
  Claim result(const Line& line, std::string_view text, Sink& sink) {
    const size_t dots = text.rfind(" ... ");
    if (dots == text.npos) return Claim::no;
    const std::string_view name = text.substr(0, dots), status = text.substr(dots + 5);
    const bool passed = status == "ok" || status.starts_with("bench:") || is_timed(status, "ok");
    const bool failed = status == "FAILED" || status.starts_with("FAILED (") || is_timed(status, "FAILED");
    const bool ignored = status == "ignored" || status.starts_with("ignored,");
    if (!passed && !failed && !ignored) {
      // With --nocapture the test's own output follows, and the status stands on a later line.
      return sink.is_open(Runner::cargo_test) ? Claim::yes : Claim::no;
    }
    sink.run(Runner::cargo_test, line);
    if (failed) {
      sink.failed(Runner::cargo_test, line, name);
      return Claim::yes;
    }
    sink.named(Runner::cargo_test, line, passed ? Outcome::passed : Outcome::skipped, name);
    if (passed && !m_running) sink.attest(Runner::cargo_test, line);
    return Claim::yes;
  }

  static bool is_timed(std::string_view status, std::string_view word) {
    return status.starts_with(word) && status.substr(word.size()).starts_with(" <") && status.ends_with(">");
  }

  bool m_running = false;  // a target began and has not said how it ended
  bool m_ran = false;
  HeldLine m_empty;
};

// ---- nextest --------------------------------------------------------------------------------

// "        PASS [   0.003s] crate module::test", and at the end
// "     Summary [   0.012s] 3 tests run: 2 passed (1 flaky), 1 failed, 1 skipped".
// Tests that fail are tried again when so configured: "TRY 1 FAIL", "FLAKY 2/3".
class Nextest : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::ran) | bit(Needle::pass) | bit(Needle::fail) | bit(Needle::count) | bit(Needle::skip) |
           bit(Needle::error) | bit(Needle::notests) | bit(Needle::signal);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim_left(line.text);
    if (text.starts_with("Summary [")) return closing(line, text, sink);
    if (text == "error: test run failed") {
      sink.signal(SignalKind::failure, Runner::nextest, "failed", line);
      return Claim::yes;
    }
    if (text.starts_with("error: no tests to run")) {
      sink.signal(SignalKind::not_run, Runner::nextest, "no-tests", line);
      return Claim::yes;
    }
    const size_t bracket = text.find(" [");
    const size_t close = text.find("s] ");
    if (bracket == text.npos || close == text.npos || close < bracket) return Claim::no;
    const std::string_view status = text.substr(0, bracket), name = trim(text.substr(close + 3));
    return result(line, status, name, sink);
  }

 private:
  static std::string_view without_attempt(std::string_view status) {
    if (!status.starts_with("TRY ")) return status;
    const size_t space = status.find(' ', 4);
    return space == status.npos ? status : status.substr(space + 1);
  }

  Claim result(const Line& line, std::string_view status, std::string_view name, Sink& sink) {
    const std::string_view word = without_attempt(status);
    const bool attempt = word.size() != status.size();
    const bool passed = word == "PASS" || word == "LEAK" || word == "SLOW-PASS";
    const bool failed = word == "FAIL" || word == "SIGSEGV" || word == "SIGABRT" || word == "SIGKILL" ||
                        word == "TIMEOUT" || word == "ABORT" || word == "LEAK-FAIL" || word == "FAIL + LEAK";
    const bool flaky = status.starts_with("FLAKY ");
    if (!passed && !failed && !flaky && word != "SKIP" && word != "SLOW") return Claim::no;
    sink.run(Runner::nextest, line);
    if (passed || flaky)
      sink.named(Runner::nextest, line, Outcome::passed, name);
    else if (word == "SKIP")
      sink.named(Runner::nextest, line, Outcome::skipped, name);
    else if (failed && !attempt)
      sink.failed(Runner::nextest, line, name);
    return Claim::yes;
  }

  Claim closing(const Line& line, std::string_view text, Sink& sink) {
    Cursor at(text);
    if (!at.past("] ")) return Claim::no;
    const auto total = at.number();
    if (!total) return Claim::no;
    if (at.skip('/')) at.number();  // "3/5 tests run" when stopped early
    if (!at.skip(" tests run: ") && !at.skip(" test run: ")) return Claim::no;
    Counts counts;
    for (std::string_view part : split(at.rest(), ',')) add(trim(part), counts);
    sink.summary(Runner::nextest, line, counts);
    return Claim::yes;
  }

  // "2 passed (1 flaky, 1 slow)" may be cut apart by its comma: each piece counts for itself.
  static void add(std::string_view part, Counts& counts) {
    Cursor at(part);
    const auto number = at.number();
    if (!number || !at.spaces()) return;
    const std::string_view label = at.word();
    if (label == "passed") counts.passed += *number;
    if (label == "failed" || label == "exec") counts.failed += *number;
    if (label == "timed") counts.errors += *number;
    at.spaces();
    if (at.skip('(')) {
      const std::string_view inner = at.rest();
      const size_t flaky = inner.find(" flaky");
      if (flaky != inner.npos) counts.flaky += parse_uint(inner.substr(0, flaky)).value_or(0);
    }
  }
};

}  // namespace

ReaderPtr make_cargo_test() { return std::make_unique<CargoTest>(); }
ReaderPtr make_nextest() { return std::make_unique<Nextest>(); }

}  // namespace assay::logs
