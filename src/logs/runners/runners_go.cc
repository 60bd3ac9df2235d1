// go test (plain, -v and -json) and gotestsum.
//
// go test has no closing line for all packages, only one a package: "ok  pkg 0.2s", "FAIL pkg
// 0.04s", "?  pkg [no test files]". Each is the summary of a run of its own. Packages without tests
// are no news beside others that ran; when no package ran a test, that is said at the end.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/cursor.h"
#include "logs/runners/json_field.h"
#include "logs/runners/runners.h"
#include "logs/runners/tally.h"

namespace assay::logs {

namespace {

// What all forms of go test share: whether any test ran at all.
class Packages {
 public:
  void passed(const Line& line, const Counts& counts, Sink& sink) {
    sink.summary(Runner::go_test, line, counts);
    m_ran = true;
  }
  void failed(const Line& line, Counts counts, Sink& sink) {
    if (counts.failed == 0) counts.errors = std::max<std::uint64_t>(counts.errors, 1);
    sink.summary(Runner::go_test, line, counts);
    m_ran = true;
  }
  // [no test files] and [no tests to run]
  void empty(const Line& line, Sink& sink) {
    sink.part(Runner::go_test, line, {});
    m_empty.hold(line);
  }
  void end(Sink& sink) {
    if (m_ran || m_empty.empty()) return;
    sink.signal(SignalKind::zero_tests, Runner::go_test, "zero-tests", m_empty.line());
  }

 private:
  bool m_ran = false;
  HeldLine m_empty;
};

// At least one test passed in a package that is said to be ok, though only -v names them.
Counts of_good_package(Counts counts) {
  if (counts.passed == 0 && counts.skipped == 0) counts.passed = 1;
  return counts;
}

// ---- plain and -v ---------------------------------------------------------------------------

class GoTest : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::gotest) | bit(Needle::pass) | bit(Needle::fail) | bit(Needle::skip) | bit(Needle::notests);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (text.starts_with("=== RUN ")) {
      sink.run(Runner::go_test, line);
      m_verbose = true;
      return Claim::yes;
    }
    const std::string_view inner = trim_left(text);
    if (inner.starts_with("--- ")) return is_quoted(line.text) ? Claim::yes : result(line, inner.substr(4), sink);
    if (text.starts_with("ok")) return package(line, text.substr(2), Verdict::good, sink);
    if (text.starts_with("FAIL")) return package(line, text.substr(4), Verdict::bad, sink);
    if (text.starts_with("?")) return package(line, text.substr(1), Verdict::empty, sink);
    if (text == "PASS") {  // of -v and -bench, which also let the tests' own output through
      if (!sink.is_open(Runner::go_test)) sink.reach_back(Runner::go_test, line);
      if (m_counts.passed > 0) sink.attest(Runner::go_test, line);
      return Claim::yes;
    }
    if (text.starts_with("panic: test timed out after")) {
      sink.run(Runner::go_test, line);
      sink.signal(SignalKind::crash, Runner::go_test, "timeout", line);
      return Claim::yes;
    }
    return text == "testing: warning: no tests to run" ? Claim::yes : Claim::no;
  }

  void end(Sink& sink) override { m_packages.end(sink); }

 private:
  enum class Verdict { good, bad, empty };

  // Only subtests are indented, which have the name of their test before theirs: "    --- FAIL: TestAdd (0.00s)" is
  // what a test of such output logs.
  bool is_quoted(std::string_view text) const { return m_verbose && is_space(text.front()) && !contains(text, "/"); }

  // "--- PASS: TestGuard/denies_guest (0.00s)"
  Claim result(const Line& line, std::string_view text, Sink& sink) {
    Cursor at(text);
    const std::string_view status = at.word();
    if (!at.skip(": ")) return Claim::no;
    if (status != "PASS" && status != "FAIL" && status != "SKIP" && status != "BENCH") return Claim::no;
    std::string_view name = at.rest();
    if (const size_t time = name.rfind(" ("); time != name.npos) name = name.substr(0, time);
    sink.run(Runner::go_test, line);
    const bool top = name.find('/') == name.npos;
    if (status == "FAIL") {
      m_counts.failed += top;
      sink.failed(Runner::go_test, line, name);
    } else if (status == "SKIP") {
      ++m_counts.skipped;
      sink.named(Runner::go_test, line, Outcome::skipped, name);
    } else {
      m_counts.passed += top;
      sink.named(Runner::go_test, line, Outcome::passed, name);
    }
    return Claim::yes;
  }

  static bool is_package(std::string_view text) {
    if (text.empty() || !is_alnum(text.front())) return false;
    return std::all_of(text.begin(), text.end(), [](char c) { return is_word(c) || contains("./-~", {&c, 1}); });
  }

  // "ok  pkg 0.2s", "ok  pkg (cached)", "FAIL pkg [build failed]", "FAIL"
  Claim package(const Line& line, std::string_view text, Verdict verdict, Sink& sink) {
    Cursor at(text);
    if (at.done() && verdict == Verdict::bad) return overall(line, sink);
    if (!at.spaces()) return Claim::no;
    const std::string_view name = at.take_while([](char c) { return !is_space(c); });
    at.spaces();
    const std::string_view after = at.rest();
    if (!is_package(name)) return Claim::no;
    const bool timed = is_digit(at.peek()) && after.find('s') != after.npos && is_time(after);
    if (after.find("[no test files]") != after.npos || after.find("[no tests to run]") != after.npos) {
      m_counts = {};
      m_packages.empty(line, sink);
      sink.without_tests(name);
      return Claim::yes;
    }
    if (verdict == Verdict::empty) return Claim::no;
    const bool noted =
        after.starts_with("(cached)") || after.starts_with("[build failed]") || after.starts_with("[setup failed]");
    if (!timed && !noted) return Claim::no;
    const Counts counts = m_counts;
    m_counts = {};
    if (verdict == Verdict::good) {
      m_packages.passed(line, of_good_package(counts), sink);
      sink.named(Runner::go_test, line, Outcome::passed, name, 0);
    } else {
      m_packages.failed(line, counts, sink);
      sink.failed(Runner::go_test, line, name);
    }
    return Claim::yes;
  }

  // "0.214s", with "coverage: 80%" or nothing after it.
  static bool is_time(std::string_view text) {
    Cursor at(text);
    at.number();
    if (at.skip('.')) at.number();
    return at.skip('s') && (at.done() || is_space(at.peek()));
  }

  // A bare FAIL ends the output of a failed package, and all of go test's.
  Claim overall(const Line& line, Sink& sink) {
    sink.signal(SignalKind::failure, Runner::go_test, "failed", line);
    return Claim::yes;
  }

  bool m_verbose = false;  // it says which test it runs
  Counts m_counts;
  Packages m_packages;
};

// ---- -json ----------------------------------------------------------------------------------

class GoJson : public Reader {
 public:
  NeedleMask wants() const override { return bit(Needle::json_event); }

  Claim read(const Line& line, Sink& sink) override {
    if (!line.text.starts_with('{')) return Claim::no;
    const std::string_view action = json_field(line.text, "Action");
    const std::string_view package = json_field(line.text, "Package");
    if (action.empty() || (package.empty() && action != "build-output" && action != "build-fail")) return Claim::no;
    if (action == "output" || action == "run") {  // by far the most
      sink.run(Runner::go_test, line);
      return Claim::yes;
    }
    const std::string_view test = json_field(line.text, "Test");
    if (action == "build-fail") sink.signal(SignalKind::failure, Runner::go_test, "build-failed", line);
    if (test.empty()) return of_package(line, action, package, sink);
    return of_test(line, action, package, test, sink);
  }

  void end(Sink& sink) override { m_packages.end(sink); }

 private:
  Claim of_test(const Line& line, std::string_view action, std::string_view package, std::string_view test,
                Sink& sink) {
    sink.run(Runner::go_test, line);
    if (m_counts.size() > k_most) m_counts.clear();
    Counts& counts = m_counts[std::string(package)];
    const bool top = test.find('/') == test.npos;
    if (action == "pass") {
      counts.passed += top;
      sink.named(Runner::go_test, line, Outcome::passed, test);
    } else if (action == "skip") {
      ++counts.skipped;
      sink.named(Runner::go_test, line, Outcome::skipped, test);
    } else if (action == "fail") {
      counts.failed += top;
      sink.failed(Runner::go_test, line, test);
    }
    return Claim::yes;
  }

  Claim of_package(const Line& line, std::string_view action, std::string_view package, Sink& sink) {
    if (action != "pass" && action != "fail" && action != "skip") return Claim::yes;
    const auto found = m_counts.find(std::string(package));
    const Counts counts = found == m_counts.end() ? Counts{} : found->second;
    const bool named = found != m_counts.end();
    if (named) m_counts.erase(found);
    if (action == "fail") {
      m_packages.failed(line, counts, sink);
      sink.failed(Runner::go_test, line, package);
    } else if (action == "skip" || !named) {
      m_packages.empty(line, sink);
      sink.without_tests(package);
    } else {
      m_packages.passed(line, counts, sink);
      sink.named(Runner::go_test, line, Outcome::passed, package, 0);
    }
    return Claim::yes;
  }

  static constexpr size_t k_most = 10000;
  std::unordered_map<std::string, Counts> m_counts;  // of packages that are still running
  Packages m_packages;
};

// ---- gotestsum ------------------------------------------------------------------------------

// "DONE 10 tests, 1 skipped, 3 failures, 1 error in 0.25s". With --rerun-fails a first DONE is
// followed by "DONE 2 runs, 2 tests, 1 failure", which counts every attempt: the tests that failed
// at first were only flaky when each of them passed in a later attempt.
class Gotestsum : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::ran) | bit(Needle::fail) | bit(Needle::skip) | bit(Needle::pass) | bit(Needle::mark);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (text.starts_with("DONE ")) return done(line, text.substr(5), sink);
    if (text.starts_with("=== FAIL: ")) return listed(line, text.substr(10), Outcome::failed, sink);
    if (text.starts_with("=== SKIP: ")) return listed(line, text.substr(10), Outcome::skipped, sink);
    if (text == "=== Failed" || text == "=== Skipped" || text == "=== Errors") {
      sink.run(Runner::gotestsum, line);
      return Claim::yes;
    }
    if (text.starts_with("PASS ") || text.starts_with("FAIL ") || text.starts_with("SKIP "))
      return test(line, text, sink);
    std::string_view rest = text;
    if (rest.starts_with("✓  ") || rest.starts_with("✖  ")) return package(line, rest, sink);
    return Claim::no;
  }

  void end(Sink& sink) override {
    if (!m_first.empty()) {
      release(SignalKind::failure, sink);
      sink.summary(Runner::gotestsum, m_first.line(), m_first_counts);
    }
    m_first.drop();
  }

 private:
  Claim done(const Line& line, std::string_view text, Sink& sink) {
    const auto tally = Tally::of(without_duration(text));
    if (!tally) return Claim::no;
    const std::uint64_t tests = tally->get("test");
    Counts counts = tally->counts();
    const std::uint64_t runs = tally->get("run");
    const std::uint64_t other = counts.failed + counts.skipped;
    counts.passed = tests > other ? tests - other : 0;
    sink.run(Runner::gotestsum, line);
    if (runs > 1 && !m_first.empty()) return rerun(line, tests, counts, sink);
    end(sink);
    if (counts.failed > 0) {
      m_first.hold(line);
      m_first_counts = counts;
      m_first_tests = tests;
      return Claim::yes;
    }
    release(SignalKind::failure, sink);
    sink.summary(Runner::gotestsum, line, counts);
    return Claim::yes;
  }

  Claim rerun(const Line& line, std::uint64_t tests, Counts counts, Sink& sink) {
    const std::uint64_t again = tests - std::min(tests, m_first_tests);
    const std::uint64_t failed_again = counts.failed - std::min(counts.failed, m_first_counts.failed);
    const bool recovered = again - std::min(again, failed_again) >= m_first_counts.failed && counts.errors == 0;
    if (recovered) {
      counts.flaky = m_first_counts.failed;
      counts.failed = 0;
    }
    m_first.drop();
    release(recovered ? SignalKind::flaky : SignalKind::failure, sink);
    sink.summary(Runner::gotestsum, line, counts);
    return Claim::yes;
  }

  // "=== FAIL: mixed TestSub/in (0.00s)"
  Claim listed(const Line& line, std::string_view text, Outcome outcome, Sink& sink) {
    sink.run(Runner::gotestsum, line);
    if (outcome == Outcome::skipped)
      sink.named(Runner::gotestsum, line, outcome, without_time(text));
    else if (m_failed.size() < 200)
      m_failed.emplace_back().hold(line);
    return Claim::yes;
  }

  // "PASS good.TestGuard (0.00s)" of the testname format
  Claim test(const Line& line, std::string_view text, Sink& sink) {
    const std::string_view name = without_time(text.substr(5));
    if (name.size() == text.size() - 5 || !names_test(name)) return Claim::no;
    sink.run(Runner::gotestsum, line);
    if (text.starts_with("FAIL")) {
      if (m_failed.size() < 200) m_failed.emplace_back().hold(line);
    } else {
      sink.named(Runner::gotestsum, line, text.starts_with("PASS") ? Outcome::passed : Outcome::skipped, name);
    }
    return Claim::yes;
  }

  static bool names_test(std::string_view name) {
    const size_t dot = name.find('.');
    if (dot == name.npos || name.find(' ') != name.npos) return false;
    for (std::string_view kind : {".Test", ".Example", ".Fuzz", ".Benchmark"}) {
      if (name.find(kind) != name.npos) return true;
    }
    return false;
  }

  // "✓  good (cached)", "✖  mixed (3ms)" of the default format: two spaces.
  Claim package(const Line& line, std::string_view text, Sink& sink) {
    const std::string_view name = without_time(text.substr(std::string_view("✓  ").size()));
    if (name.empty() || name.front() == ' ' || name.find(' ') != name.npos || is_digit(name.front())) return Claim::no;
    if (text.size() == std::string_view("✓  ").size() + name.size()) return Claim::no;
    sink.run(Runner::gotestsum, line);
    if (text.starts_with("✓"))
      sink.named(Runner::gotestsum, line, Outcome::passed, name);
    else if (m_failed.size() < 200)
      m_failed.emplace_back().hold(line);
    return Claim::yes;
  }

  static std::string_view without_time(std::string_view text) {
    const size_t open = text.rfind(" (");
    return open == text.npos || !text.ends_with(")") ? text : text.substr(0, open);
  }

  void release(SignalKind kind, Sink& sink) {
    for (const HeldLine& held : m_failed) {
      const Line line = held.line();
      std::string_view name = line.text;
      for (std::string_view label : {"=== FAIL: ", "FAIL ", "✖  "}) {
        if (name.starts_with(label)) name = name.substr(label.size());
      }
      name = without_time(name);
      if (kind == SignalKind::failure)
        sink.failed(Runner::gotestsum, line, name);
      else
        sink.signal(kind, Runner::gotestsum, "flaky", line, name);
    }
    m_failed.clear();
  }

  HeldLine m_first;
  Counts m_first_counts;
  std::uint64_t m_first_tests = 0;
  std::vector<HeldLine> m_failed;
};

}  // namespace

ReaderPtr make_go_test() { return std::make_unique<GoTest>(); }
ReaderPtr make_go_json() { return std::make_unique<GoJson>(); }
ReaderPtr make_gotestsum() { return std::make_unique<Gotestsum>(); }

}  // namespace assay::logs
