// Runners that print a mark and a name per test ("✔ denies guest (3ms)") and say who they are only
// in their counts at the end: node --test, Mocha, AVA. The marks themselves are read once, for all
// of them and for Jest, Vitest and bun; see Sink::mark for how they find their runner.
#include <algorithm>
#include <vector>

#include "base/cursor.h"
#include "logs/runners/js_names.h"
#include "logs/runners/runners.h"
#include "logs/runners/tally.h"

namespace assay::logs {

namespace {

// Counts that stand on lines of their own, one after the other. They are complete when a line
// follows that is none of them, which the next line the reader is shown tells.
class CountBlock {
 public:
  explicit CountBlock(Runner runner) : m_runner(runner) {}

  Counts& add(const Line& line, Sink& sink) {
    if (m_last.empty() && !sink.is_open(m_runner)) sink.reach_back(m_runner, line);
    sink.run(m_runner, line);
    m_last.hold(line);
    return m_counts;
  }
  bool open() const { return !m_last.empty(); }
  bool follows(const Line& line) const { return open() && line.number <= m_last.number + 1; }
  // True when there was something to say.
  bool flush(Sink& sink) {
    if (!open()) return false;
    sink.summary(m_runner, m_last.line(), m_counts);
    m_last.drop();
    m_counts = {};
    return true;
  }
  const Counts& counts() const { return m_counts; }

 private:
  Runner m_runner;
  Counts m_counts;
  HeldLine m_last;
};

// ---- node --test ----------------------------------------------------------------------------

// "ℹ tests 44", "ℹ pass 44", … "ℹ duration_ms 105"; logs cut short may lack any of them.
class NodeTest : public Reader {
 public:
  NeedleMask wants() const override { return bit(Needle::mark) | bit(Needle::notests); }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim_left(line.text);
    if (text.starts_with("Could not find '")) {
      sink.signal(SignalKind::not_run, Runner::node_test, "not-run", line);
      return Claim::yes;
    }
    if (text == "✖ failing tests:") {
      m_block.flush(sink);
      sink.explain(Runner::node_test, line);
      return Claim::yes;
    }
    if (text.starts_with("▶ ")) {
      if (sink.current() == Runner::loose) sink.mark(line);
      return Claim::yes;
    }
    Cursor at(text);
    if (!at.skip("ℹ ")) return Claim::no;
    const std::string_view label = at.word();
    if (!at.spaces()) return Claim::no;
    const auto number = at.number();
    if (!number || !(at.done() || at.peek() == '.')) return Claim::no;
    return count(line, label, *number, sink);
  }

  void end(Sink& sink) override { m_block.flush(sink); }

 private:
  Claim count(const Line& line, std::string_view label, std::uint64_t number, Sink& sink) {
    const bool known = label == "tests" || label == "suites" || label == "pass" || label == "fail" ||
                       label == "cancelled" || label == "skipped" || label == "todo" || label == "duration_ms";
    if (!known) return Claim::no;
    if (label == "tests") m_block.flush(sink);
    Counts& counts = m_block.add(line, sink);
    if (label == "pass") counts.passed = number;
    if (label == "fail") counts.failed = number;
    if (label == "cancelled") counts.errors = number;
    if (label == "skipped") counts.skipped = number;
    if (label == "todo") counts.todo = number;
    if (label == "duration_ms") m_block.flush(sink);
    return Claim::yes;
  }

  CountBlock m_block{Runner::node_test};
};

// ---- Mocha ----------------------------------------------------------------------------------

// "  12 passing (54ms)", "  2 pending", "  2 failing". Failed tests are numbered ("    1) fails
// here"), as is many a list in ordinary text: those lines count only when the closing block says
// that so many failed.
class Mocha : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::pass) | bit(Needle::fail) | bit(Needle::count) | bit(Needle::numbered) | bit(Needle::error) |
           bit(Needle::notests);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim_left(line.text);
    if (m_block.open() && !m_block.follows(line)) finish(sink);
    if (line.has(Needle::numbered)) return numbered(line, text, sink);
    if (text.starts_with("Exception during run: ")) {
      sink.signal(SignalKind::failure, Runner::mocha, "failed", line);
      return Claim::yes;
    }
    if (text.starts_with("Error: No test files found")) {
      sink.signal(SignalKind::not_run, Runner::mocha, "no-tests", line);
      return Claim::yes;
    }
    Cursor at(text);
    const auto number = at.number();
    if (!number || !at.skip(' ')) return Claim::no;
    const std::string_view label = at.word();
    if (label != "passing" && label != "pending" && label != "failing") return Claim::no;
    at.spaces();
    if (!at.done() && !(at.peek() == '(' && ends_in_duration(text))) return Claim::no;
    return count(line, label, *number, sink);
  }

  void end(Sink& sink) override { finish(sink); }

 private:
  Claim count(const Line& line, std::string_view label, std::uint64_t number, Sink& sink) {
    if (label == "passing") finish(sink);
    Counts& counts = m_block.add(line, sink);
    if (label == "passing") counts.passed = number;
    if (label == "pending") counts.skipped = number;
    if (label == "failing") counts.failed = number;
    return Claim::yes;
  }

  Claim numbered(const Line& line, std::string_view text, Sink& sink) {
    Cursor at(text);
    const auto number = at.number();
    if (!number || !at.skip(") ") || at.done()) return Claim::no;
    if (sink.is_open(Runner::playwright)) return Claim::no;
    if (m_failed && *number <= m_failed) {  // the explanations after the block
      sink.explain(Runner::mocha, line);
      return Claim::yes;
    }
    if (*number != m_numbered.size() + 1) {
      if (*number != 1) return Claim::no;
      m_numbered.clear();
    }
    if (m_numbered.size() < k_most) m_numbered.emplace_back().hold(line);
    return Claim::no;
  }

  void finish(Sink& sink) {
    if (!m_block.open()) return;
    m_failed = m_block.counts().failed;
    for (size_t i = 0; i < std::min<size_t>(m_numbered.size(), m_failed); ++i) {
      const Line line = m_numbered[i].line();
      std::string_view name = line.text;
      name = name.substr(name.find(") ") + 2);
      sink.failed(Runner::mocha, line, bare_name(name));
    }
    m_numbered.clear();
    m_block.flush(sink);
  }

  static constexpr size_t k_most = 200;
  CountBlock m_block{Runner::mocha};
  std::vector<HeldLine> m_numbered;
  std::uint64_t m_failed = 0;
};

// ---- AVA ------------------------------------------------------------------------------------

// "  2 tests passed", "  1 test failed", "  1 uncaught exception", indented by two.
class Ava : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::pass) | bit(Needle::fail) | bit(Needle::skip) | bit(Needle::count) | bit(Needle::last_words) |
           bit(Needle::mark);
  }

  Claim read(const Line& line, Sink& sink) override {
    if (m_block.open() && !m_block.follows(line)) m_block.flush(sink);
    Cursor at(line.text);
    if (!at.skip("  ")) return Claim::no;
    if (at.skip("✘ ")) return nothing_found(line, at.rest(), sink);
    const auto number = at.number();
    if (!number || !at.skip(' ')) return Claim::no;
    std::uint64_t Counts::*field = field_of(at.rest());
    const bool expected = at.rest().starts_with("known failure");
    if (!field && !expected) return Claim::no;
    Counts& counts = m_block.add(line, sink);
    if (field) counts.*field += *number;
    return Claim::yes;
  }

  void end(Sink& sink) override { m_block.flush(sink); }

 private:
  Claim nothing_found(const Line& line, std::string_view text, Sink& sink) {
    if (!text.starts_with("No tests found in ") && !text.starts_with("Couldn’t find any files to test"))
      return Claim::no;
    sink.run(Runner::ava, line);
    sink.signal(SignalKind::failure, Runner::ava, "no-tests", line);
    return Claim::yes;
  }

  static std::uint64_t Counts::*field_of(std::string_view label) {
    if (label == "test passed" || label == "tests passed") return &Counts::passed;
    if (label == "test failed" || label == "tests failed") return &Counts::failed;
    if (label == "test skipped" || label == "tests skipped") return &Counts::skipped;
    if (label == "test todo" || label == "tests todo") return &Counts::todo;
    if (label.starts_with("uncaught exception") || label.starts_with("unhandled rejection")) return &Counts::errors;
    return nullptr;
  }

  CountBlock m_block{Runner::ava};
};

// ---- the marks ------------------------------------------------------------------------------

class Marks : public Reader {
 public:
  NeedleMask wants() const override { return bit(Needle::mark); }

  Claim read(const Line& line, Sink& sink) override {
    std::string_view text = trim_left(line.text);
    const bool indented = text.size() != line.text.size();
    const bool labelled = text.starts_with("○") || text.starts_with("✎");
    const TestMark mark = take_test_mark(text);
    if (mark == TestMark::none || text.empty()) return Claim::no;
    const Runner runner = owner(sink);
    const std::string_view name = without_label(bare_name(text), labelled);
    if (mark == TestMark::bad) return bad(line, text, name, runner, sink);
    if (mark != TestMark::good && runner == Runner::loose && !ends_in_duration(text) && !indented) return Claim::no;
    if (mark == TestMark::good && runner == Runner::loose && is_sum(text)) return Claim::no;
    touch(line, runner, sink);
    if (mark == TestMark::good && text.find("(retry x") != text.npos) {
      sink.signal(SignalKind::flaky, runner, "flaky", line, name);
    }
    sink.named(runner, line, mark == TestMark::good ? Outcome::passed : Outcome::skipped, name);
    if (mark == TestMark::good && runner == Runner::loose) last_good(line, text);
    return Claim::yes;
  }

  // Marks whose runner never said how it went: what they show is all there is.
  void end(Sink& sink) override {
    if (m_good.empty() || m_bad) return;
    for (const auto& run : sink.facts().runs) {
      if (run.last_line >= m_good.number) return;
    }
    sink.signal(SignalKind::pass, Runner::loose, "log.marks.passed", m_good.line());
  }

 private:
  static Runner owner(const Sink& sink) {
    switch (const Runner current = sink.current()) {
      case Runner::jest:
      case Runner::vitest:
      case Runner::mocha:
      case Runner::node_test:
      case Runner::ava:
      case Runner::bun:
      case Runner::playwright:
      case Runner::cypress: return current;
      default: return Runner::loose;
    }
  }

  // "✔ 5 tests passed", "✓ All checks passed", "✔ No ESLint warnings or errors": said of all tests, the name of none.
  static bool is_sum(std::string_view text) {
    const bool of_all = is_digit(text.front()) || istarts_with(text, "all ") || istarts_with(text, "no ");
    return (of_all && (icontains(text, "pass") || icontains(text, "succe") || icontains(text, "error"))) ||
           text.ends_with(" successfully");
  }

  void touch(const Line& line, Runner runner, Sink& sink) {
    if (runner == Runner::loose)
      sink.mark(line);
    else
      sink.run(runner, line);
    m_marked = line.number;
  }

  void last_good(const Line& line, std::string_view text) {
    if (ends_in_duration(text) || is_check(text)) m_good.hold(line);
  }

  // "✓ lint", "✓ unit tests": the name of a check that a script ticks off.
  static bool is_check(std::string_view text) {
    for (const std::string_view word : {"tests", "lint", "typecheck", "type check", "build", "npm test", "checks"}) {
      if (text.size() < word.size() + 12 && icontains(text, word)) return true;
    }
    return false;
  }

  // A cross is a failed test when a runner is known to be speaking, when other marks stand near,
  // or when it ends in a duration; elsewhere it may be any tool's ornament.
  Claim bad(const Line& line, std::string_view text, std::string_view name, Runner runner, Sink& sink) {
    if (is_digit(text.front()) && text.find(" problem") != text.npos) return Claim::no;  // ESLint
    if (const size_t hash = text.rfind("# TODO"); hash != text.npos) {
      sink.named(runner, line, Outcome::skipped, name);
      return Claim::yes;
    }
    const bool near = m_marked != 0 && line.number <= m_marked + 50;
    if (runner == Runner::loose && !near && !ends_in_duration(text) && !text.starts_with("[fail]")) return Claim::no;
    touch(line, runner, sink);
    sink.failed(runner, line, name);
    m_bad = true;
    return Claim::yes;
  }

  // AVA: "✘ [fail]: name", "✔ [expected fail] name"; Jest: "○ skipped name", "✎ todo name".
  static std::string_view without_label(std::string_view name, bool jest) {
    for (std::string_view label : {"[fail]: ", "[expected fail] "}) {
      if (name.starts_with(label)) return name.substr(label.size());
    }
    for (std::string_view label : {"skipped ", "todo "}) {
      if (jest && name.starts_with(label)) return name.substr(label.size());
    }
    return name;
  }

  std::uint64_t m_marked = 0;
  HeldLine m_good;
  bool m_bad = false;
};

}  // namespace

ReaderPtr make_node_test() { return std::make_unique<NodeTest>(); }
ReaderPtr make_mocha() { return std::make_unique<Mocha>(); }
ReaderPtr make_ava() { return std::make_unique<Ava>(); }
ReaderPtr make_marks() { return std::make_unique<Marks>(); }

}  // namespace assay::logs
