// Runners that drive a browser: Playwright and Cypress.
#include <vector>

#include "base/cursor.h"
#include "logs/runners/js_names.h"
#include "logs/runners/runners.h"
#include "logs/runners/tally.h"

namespace assay::logs {

namespace {

// ---- Playwright -----------------------------------------------------------------------------

// A cross in Playwright's list is an attempt: it may be retried, or be expected. Only the closing
// counts tell; the crosses matter by themselves when the log ends without those.
class Playwright : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::banner) | bit(Needle::mark) | bit(Needle::pass) | bit(Needle::fail) | bit(Needle::skip) |
           bit(Needle::count) | bit(Needle::notests) | bit(Needle::numbered);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim_left(line.text);
    if (line.has(Needle::banner) && text.starts_with("Running ") && text.find(" using ") != text.npos) {
      flush(sink);
      sink.announce(Runner::playwright, line);
      return Claim::yes;
    }
    if (text.starts_with("Error: No tests found")) {
      sink.signal(SignalKind::not_run, Runner::playwright, "no-tests", line);
      return Claim::yes;
    }
    if (is_digit(text.empty() ? ' ' : text.front()) && count(line, text, sink)) return Claim::yes;
    if (!sink.is_open(Runner::playwright)) return Claim::no;
    return entry(line, text, sink);
  }

  void end(Sink& sink) override {
    if (flush(sink)) return;
    for (const HeldLine& held : m_crosses) {
      const Line line = held.line();
      std::string_view text = trim_left(line.text);
      take_test_mark(text);
      sink.failed(Runner::playwright, line, test_name(text));
    }
    m_crosses.clear();
  }

 private:
  enum class Section { none, failed, flaky };

  // "  1 failed", "  1 flaky", "  2 did not run", "  12 passed (3.0s)": the last comes last.
  bool count(const Line& line, std::string_view text, Sink& sink) {
    const auto tally = Tally::of(text);
    if (!tally || tally->size() != 1) return false;
    const std::string_view label = tally->label(0);
    const bool last = label == "passed" && text.ends_with(")") && ends_in_duration(text);
    const bool middle =
        label == "failed" || label == "interrupted" || label == "flaky" || label == "skipped" || label == "did not run";
    if (!last && !middle) return false;
    if (!last && label != "flaky" && label != "did not run" && !sink.is_open(Runner::playwright)) return false;
    sink.run(Runner::playwright, line);
    const Counts one = tally->counts();
    m_counts.passed += one.passed;
    m_counts.failed += one.failed;
    m_counts.errors += one.errors;
    m_counts.skipped += one.skipped;
    m_counts.flaky += one.flaky;
    m_last.hold(line);
    m_section = label == "flaky"                        ? Section::flaky
                : middle && one.failed + one.errors > 0 ? Section::failed
                                                        : Section::none;
    if (last) flush(sink);
    return true;
  }

  // "✓  1 [chromium] › a.spec.ts:2:29 › auth › denies guest (3ms)", and the names under a count.
  Claim entry(const Line& line, std::string_view text, Sink& sink) {
    const TestMark mark = take_test_mark(text);
    if (mark == TestMark::good) {
      sink.run(Runner::playwright, line);
      sink.named(Runner::playwright, line, Outcome::passed, test_name(text));
      return Claim::yes;
    }
    if (mark == TestMark::bad) {
      sink.run(Runner::playwright, line);
      if (m_crosses.size() < 200) m_crosses.emplace_back().hold(line);
      return Claim::yes;
    }
    if (text.find(" › ") == text.npos) return Claim::no;
    sink.run(Runner::playwright, line);
    if (m_section == Section::failed) sink.failed(Runner::playwright, line, test_name(text));
    if (m_section == Section::flaky) sink.named(Runner::playwright, line, Outcome::passed, test_name(text));
    return Claim::yes;
  }

  static std::string_view test_name(std::string_view text) {
    Cursor at(text);
    if (at.number()) at.spaces();
    std::string_view name = at.rest();
    if (const size_t rule = name.find(" ──"); rule != name.npos) name = name.substr(0, rule);
    return bare_name(name);
  }

  bool flush(Sink& sink) {
    if (m_last.empty()) return false;
    sink.summary(Runner::playwright, m_last.line(), m_counts);
    m_last.drop();
    m_counts = {};
    m_crosses.clear();
    m_section = Section::none;
    return true;
  }

  Counts m_counts;
  HeldLine m_last;
  Section m_section = Section::none;
  std::vector<HeldLine> m_crosses;
};

// ---- Cypress --------------------------------------------------------------------------------

// Mocha's lines per spec file (read as Mocha's), a box of results after each, and at the end a
// table with a row per file, closed by "✔  All specs passed!" or "✖  1 of 2 failed (50%)".
class Cypress : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::banner) | bit(Needle::mark) | bit(Needle::pass) | bit(Needle::fail) | bit(Needle::skip) |
           bit(Needle::count);
  }

  Claim read(const Line& line, Sink& sink) override {
    std::string_view text = trim_left(line.text);
    if (text.starts_with("(Run Starting)")) {
      sink.announce(Runner::cypress, line);
      return Claim::yes;
    }
    if (text.starts_with("(Run Finished)") || is_heading(text)) {
      sink.run(Runner::cypress, line);
      return Claim::yes;
    }
    const bool boxed = text.starts_with("│");
    if (boxed) text = trim_left(text.substr(std::string_view("│").size()));
    const TestMark mark = take_test_mark(text);
    if (mark == TestMark::none && boxed) return count(line, text, sink);
    if (mark != TestMark::good && mark != TestMark::bad) return Claim::no;
    if (text.starts_with("All specs passed!") || text.find(" failed (") != text.npos)
      return closing(line, text, mark, sink);
    if (!boxed || !is_script_path(text)) return Claim::no;
    const std::string_view name = text.substr(0, text.find(' '));
    sink.run(Runner::cypress, line);
    if (mark == TestMark::bad)
      sink.failed(Runner::cypress, line, name);
    else
      sink.named(Runner::cypress, line, Outcome::passed, name);
    return Claim::yes;
  }

 private:
  // "Spec      Tests  Passing  Failing  Pending  Skipped"
  static bool is_heading(std::string_view text) {
    return text.starts_with("Spec ") && text.find(" Passing  Failing  Pending  Skipped") != text.npos;
  }

  // "│ Failing:      1 │" of a spec file's own results
  Claim count(const Line& line, std::string_view text, Sink& sink) {
    Cursor at(text);
    const std::string_view label = at.word();
    if (!at.skip(':')) return Claim::no;
    at.spaces();
    const auto number = at.number();
    if (!number ||
        (label != "Tests" && label != "Passing" && label != "Failing" && label != "Pending" && label != "Skipped"))
      return Claim::no;
    sink.run(Runner::cypress, line);
    if (label == "Failing" && *number > 0) sink.signal(SignalKind::failure, Runner::cypress, "failed", line);
    return Claim::yes;
  }

  // After the words: time, tests, passing, failing, pending, skipped; "-" is none.
  Claim closing(const Line& line, std::string_view text, TestMark mark, Sink& sink) {
    std::vector<std::uint64_t> columns;
    for (std::string_view part : split(text, ' ')) {
      if (part.empty()) continue;
      if (part == "-")
        columns.push_back(0);
      else if (const auto number = parse_uint(part))
        columns.push_back(*number);
      else
        columns.clear();
    }
    Counts counts;
    if (columns.size() >= 5) {
      const size_t at = columns.size() - 5;
      counts = {.passed = columns[at + 1], .failed = columns[at + 2], .skipped = columns[at + 3] + columns[at + 4]};
    } else if (mark == TestMark::good) {
      counts.passed = 1;
    }
    if (mark == TestMark::bad && counts.failed == 0) counts.failed = 1;
    sink.summary(Runner::cypress, line, counts);
    return Claim::yes;
  }
};

}  // namespace

ReaderPtr make_playwright() { return std::make_unique<Playwright>(); }
ReaderPtr make_cypress() { return std::make_unique<Cypress>(); }

}  // namespace assay::logs
