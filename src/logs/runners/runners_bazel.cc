// bazel test and bazel build.
#include "base/cursor.h"
#include "base/text.h"
#include "logs/runners/counts.h"
#include "logs/runners/runners.h"

namespace assay::logs {

namespace {

class BazelReader final : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::bazel) | bit(Needle::swift) | bit(Needle::error) | bit(Needle::fail) | bit(Needle::warn) |
           bit(Needle::pass) | bit(Needle::skip) | bit(Needle::count);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = line.text;
    if (text.starts_with("//") || text.starts_with('@')) return target(text, line, sink);
    if (text.starts_with("Executed ")) return executed(text, line, sink);
    if (text.starts_with("INFO: ")) return info(text.substr(6), line, sink);
    if (text.starts_with("ERROR: ")) return error(text.substr(7), line, sink);
    if (text.starts_with("FAILED: Build did NOT complete")) return failed(line, sink);
    if (text.starts_with("FAIL: //") || text.starts_with("FLAKY: //") || text.starts_with("TIMEOUT: //"))
      return Claim::yes;
    return m_bazel && (text.starts_with("WARNING: ") || text.starts_with("DEBUG: ")) ? Claim::yes : Claim::no;
  }

  void end(Sink& sink) override {
    if (!m_built.empty()) sink.signal(SignalKind::pass, Runner::bazel, "built", m_built.line());
  }

 private:
  static Claim failed(const Line& line, Sink& sink) {
    sink.signal(SignalKind::failure, Runner::bazel, "failed", line);
    return Claim::yes;
  }

  // "//app:auth_test      (cached) PASSED in 0.5s"
  Claim target(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    const std::string_view name = at.take_while([](char c) { return c != ' '; });
    if (name.find(':') == std::string_view::npos || !at.spaces()) return Claim::no;
    if (at.skip("(cached)")) at.spaces();
    const std::string_view result = at.rest();
    const bool flaky = result.starts_with("FLAKY");
    const bool bad = result.starts_with("FAILED") || result.starts_with("TIMEOUT") ||
                     result.starts_with("INCOMPLETE") || result.starts_with("REMOTE FAILURE") ||
                     result.starts_with("NO STATUS");
    if (!flaky && !bad && !result.starts_with("PASSED") && !result.starts_with("SKIPPED")) return Claim::no;
    m_bazel = true;
    Run& run = sink.run(Runner::bazel, line);
    if (flaky) ++run.counts.flaky;
    if (bad) {
      ++run.counts.failed;
      sink.failed(Runner::bazel, line, name);
    } else if (result.starts_with("SKIPPED")) {
      ++run.counts.skipped;
      sink.named(Runner::bazel, line, Outcome::skipped, name);
    } else {
      if (!flaky) ++run.counts.passed;
      sink.named(Runner::bazel, line, Outcome::passed, name);
    }
    return Claim::yes;
  }

  // "Executed 1 out of 3 tests: 1 test passes, 1 fails locally and 1 was skipped."
  static Claim executed(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text.substr(9));
    if (!at.number() || !at.skip(" out of ")) return Claim::no;
    const auto all = at.number();
    if (!all || !at.skip(" test")) return Claim::no;
    Counts counts = sink.run(Runner::bazel, line).counts;
    const std::uint64_t seen = counts.passed + counts.failed + counts.skipped + counts.flaky;
    at.past(": ");
    if (seen == 0) counts = stated(at.rest(), *all);
    sink.summary(Runner::bazel, line, counts);
    return Claim::yes;
  }

  // Without the lines of the targets only the sentence is left.
  static Counts stated(std::string_view text, std::uint64_t all) {
    Counts counts;
    std::uint64_t last = 0;
    for (const std::string_view part : split(text, ' ')) {
      if (const auto n = parse_uint(part)) last = *n;
      if (part.starts_with("fail")) counts.failed += last;
      if (part.starts_with("skipped")) counts.skipped += last;
      if (part.starts_with("pass")) counts.passed += last;
    }
    if (counts == Counts{}) counts.passed = all;
    return counts;
  }

  Claim info(std::string_view text, const Line& line, Sink& sink) {
    if (text.starts_with("Build completed successfully")) {
      m_bazel = true;
      m_built.hold(line);
    } else if (text.starts_with("Build completed, ")) {
      m_bazel = true;
      if (contains(text, "FAILED")) return failed(line, sink);
    } else if (text.starts_with("Found 0 test targets")) {
      sink.signal(SignalKind::zero_tests, Runner::bazel, "zero-tests", line);
    } else if (!text.starts_with("Found ") && !text.starts_with("Analyzed ") && !m_bazel) {
      return Claim::no;
    } else {
      m_bazel = true;
    }
    return Claim::yes;
  }

  Claim error(std::string_view text, const Line& line, Sink& sink) {
    if (text.starts_with("No test targets were found")) {
      m_built.drop();
      sink.signal(SignalKind::zero_tests, Runner::bazel, "zero-tests", line);
      return Claim::yes;
    }
    const bool ours = contains(text, "/BUILD:") || contains(text, "/BUILD.bazel:") || contains(text, "WORKSPACE:") ||
                      contains(text, "MODULE.bazel:") || text.starts_with("Build did NOT complete") ||
                      text.starts_with("Analysis of target") || m_bazel;
    return ours ? failed(line, sink) : Claim::no;
  }

  bool m_bazel = false;
  HeldLine m_built;  // "Build completed successfully", unless tests were asked for and none was there
};

}  // namespace

ReaderPtr make_bazel() { return std::make_unique<BazelReader>(); }

}  // namespace assay::logs
