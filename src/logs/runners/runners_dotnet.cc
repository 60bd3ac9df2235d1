// dotnet test: VSTest's lines, the terminal logger, and Microsoft.Testing.Platform; and the closing
// lines of dotnet build.
#include "base/cursor.h"
#include "base/text.h"
#include "logs/runners/counts.h"
#include "logs/runners/runners.h"

namespace assay::logs {

namespace {

class DotnetReader final : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::dotnet) | bit(Needle::pass) | bit(Needle::fail) | bit(Needle::skip) | bit(Needle::error) |
           bit(Needle::warn) | bit(Needle::notests);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim_left(line.text);
    if (m_block && block(text)) return Claim::yes;
    flush(sink);
    if (one_line(text, line, sink) || terminal(text, line, sink) || opening(text, line, sink)) return Claim::yes;
    if (test(text, line, sink) || xunit(text, line, sink) || none(text, line, sink) || build(text, line, sink))
      return Claim::yes;
    if (text.starts_with("The active test run was aborted") || text.starts_with("Test Run Aborted")) {
      sink.signal(SignalKind::crash, Runner::dotnet, "aborted", line);
      return Claim::yes;
    }
    if (text.starts_with("Test Run Successful.") || text.starts_with("Test Run Failed."))
      return run_verdict(text, line, sink);
    return Claim::no;
  }
  void end(Sink& sink) override { flush(sink); }

 private:
  // "Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3, Duration: 5 ms - App.dll (net8.0)"
  static bool one_line(std::string_view text, const Line& line, Sink& sink) {
    if (!text.starts_with("Passed!") && !text.starts_with("Failed!") && !text.starts_with("Skipped!")) return false;
    if (!contains(text, "Total:")) return false;
    sink.summary(Runner::dotnet, line, labelled(text));
    return true;
  }

  static Counts labelled(std::string_view text) {
    Counts counts;
    each_labelled(text, [&](std::string_view label, std::uint64_t n) {
      if (iequals(label, "passed") || iequals(label, "succeeded")) counts.passed = n;
      if (iequals(label, "failed")) counts.failed = n;
      if (iequals(label, "skipped")) counts.skipped = n;
    });
    return counts;
  }

  // "Test summary: total: 3, failed: 1, succeeded: 2, skipped: 0, duration: 1.2s"
  static bool terminal(std::string_view text, const Line& line, Sink& sink) {
    if (!text.starts_with("Test summary: ")) return false;
    sink.summary(Runner::dotnet, line, labelled(text.substr(14)));
    return true;
  }

  // "Total tests: 3" and "Test run summary: Passed! - x.dll" are followed by one count a line.
  bool opening(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    if (!at.skip("Test run summary: ") && (!at.skip("Total tests: ") || !at.number())) return false;
    sink.run(Runner::dotnet, line);
    m_block = true;
    m_counts = {};
    m_line.hold(line);
    return true;
  }
  bool block(std::string_view text) {
    Cursor at(text);
    const std::string_view label = at.word();
    if (!at.skip(':')) return text.empty();
    at.spaces();
    const auto n = at.number();
    if (!n) return false;
    if (iequals(label, "passed") || iequals(label, "succeeded"))
      m_counts.passed = *n;
    else if (iequals(label, "failed") || iequals(label, "error"))
      m_counts.failed += *n;
    else if (iequals(label, "skipped"))
      m_counts.skipped = *n;
    else if (!iequals(label, "total") && !iequals(label, "duration"))
      return false;
    return true;
  }
  void flush(Sink& sink) {
    if (!m_block) return;
    m_block = false;
    sink.summary(Runner::dotnet, m_line.line(), m_counts);
  }

  // "  Passed App.Tests.Adds [< 1 ms]"
  static bool test(std::string_view text, const Line& line, Sink& sink) {
    Cursor at(text);
    const bool passed = at.skip("Passed "), failed = at.skip("Failed "), skipped = at.skip("Skipped ");
    if (!passed && !failed && !skipped) return false;
    std::string_view name = at.rest();
    const size_t open = name.rfind(" [");
    const bool timed =
        open != std::string_view::npos && (name.ends_with("ms]") || name.ends_with("s]") || name.ends_with("m]"));
    if (!timed && !(skipped && name.ends_with(']'))) return false;
    name = name.substr(0, open);
    sink.run(Runner::dotnet, line);
    if (failed)
      sink.failed(Runner::dotnet, line, name);
    else
      sink.named(Runner::dotnet, line, passed ? Outcome::passed : Outcome::skipped, name);
    return true;
  }

  // "[xUnit.net 00:00:00.51]     App.Tests.Adds [FAIL]"
  static bool xunit(std::string_view text, const Line& line, Sink& sink) {
    if (!text.starts_with("[xUnit.net ")) return false;
    Cursor at(text);
    at.past("]");
    const std::string_view rest = trim(at.rest());
    sink.run(Runner::dotnet, line);
    if (rest.ends_with(" [FAIL]")) sink.failed(Runner::dotnet, line, rest.substr(0, rest.size() - 7));
    if (rest.ends_with(" [SKIP]")) sink.named(Runner::dotnet, line, Outcome::skipped, rest.substr(0, rest.size() - 7));
    return true;
  }

  static bool none(std::string_view text, const Line& line, Sink& sink) {
    if (!text.starts_with("No test is available in ") && !text.starts_with("No test matches the given testcase filter"))
      return false;
    sink.summary(Runner::dotnet, line, {});
    return true;
  }

  // "Build succeeded.", "Build FAILED.", "Build succeeded with 2 warning(s) in 3.0s", "    2 Warning(s)"
  static bool build(std::string_view text, const Line& line, Sink& sink) {
    if (text.starts_with("Build succeeded")) {
      sink.signal(SignalKind::pass, Runner::dotnet, "built", line);
      each_count(text, [&](std::uint64_t n, std::string_view what) {
        if (what == "warning" && n > 0) sink.signal(SignalKind::warning, Runner::dotnet, "warnings", line);
      });
      return true;
    }
    if (text.starts_with("Build FAILED") || text.starts_with("Build failed with ")) {
      sink.signal(SignalKind::failure, Runner::dotnet, "build-failed", line);
      return true;
    }
    Cursor at(text);
    const auto n = at.number();
    if (!n) return false;
    if (at.rest() == " Warning(s)") {
      if (*n > 0) sink.signal(SignalKind::warning, Runner::dotnet, "warnings", line);
      return true;
    }
    if (at.rest() != " Error(s)") return false;
    if (*n > 0) sink.signal(SignalKind::failure, Runner::dotnet, "build-failed", line);
    return true;
  }

  // The verdict stands above or below the counts, which say it better; alone it still counts.
  static Claim run_verdict(std::string_view text, const Line& line, Sink& sink) {
    if (text.starts_with("Test Run Failed.")) sink.signal(SignalKind::failure, Runner::dotnet, "failed", line);
    return Claim::yes;
  }

  bool m_block = false;  // reading one count a line
  Counts m_counts;
  HeldLine m_line;
};

}  // namespace

ReaderPtr make_dotnet() { return std::make_unique<DotnetReader>(); }

}  // namespace assay::logs
