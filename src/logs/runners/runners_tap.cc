// The Test Anything Protocol, versions 12 to 14: tape, node-tap, prove, bats, node --test with its
// tap reporter, Mocha's and AVA's too.
//
// A stream is complete when as many results came as its plan promised. The plan may stand first or
// last, and there is no other closing line, so the verdict is given when the next stream begins or
// the log ends. Subtests are streams of their own, indented by four; a failed one shows again in
// its parent's result.
#include <algorithm>
#include <vector>

#include "base/cursor.h"
#include "logs/runners/runners.h"

namespace assay::logs {

namespace {

class Tap : public Reader {
 public:
  NeedleMask wants() const override {
    return bit(Needle::tap) | bit(Needle::ran) | bit(Needle::pass) | bit(Needle::fail) | bit(Needle::skip) |
           bit(Needle::count);
  }

  Claim read(const Line& line, Sink& sink) override {
    const std::string_view text = trim_left(line.text);
    const size_t indent = line.text.size() - text.size();
    if (text.starts_with("# ")) return comment(line, text.substr(2), sink);
    if (text.starts_with("Asserts:  ") || text.starts_with("Suites:   ")) return terse(line, text, sink);
    if (contains(text, " .. ") || contains(text, "... ")) return harness_file(line, text, sink);
    if (contains(text, " (Wstat: ")) return harness_failure(line, text, sink);
    if (text == "All tests successful.") m_all_good = true;
    if (!line.has(Needle::tap)) return Claim::no;
    if (text.starts_with("Files=")) return harness_sum(line, text, sink);
    if (text.starts_with("TAP version ")) {
      if (indent == 0) begin(line, sink);
      return Claim::yes;
    }
    if (text.starts_with("1..")) return plan(line, indent, text.substr(3), sink);
    if (text.starts_with("ok ") || text.starts_with("not ok ")) return result(line, indent, text, sink);
    if (text.starts_with("Bail out!")) return bail_out(line, sink);
    if (is_advice_of_bats(text)) return Claim::yes;
    return Claim::no;
  }

  void end(Sink& sink) override { flush(sink); }

 private:
  struct Level {
    std::uint64_t results = 0;
    std::uint64_t first_number = 0;
    bool planned = false;
    std::uint64_t plan = 0;
  };

  // "BW01: `run`'s command `x` exited with code 127, indicating 'Command not found'." of a test that expects it: bats
  // advises to write it in another way. A test that does not expect it has failed.
  static bool is_advice_of_bats(std::string_view text) {
    return text.starts_with("BW0") && text.size() > 5 && is_digit(text[3]) && text.substr(4, 2) == ": ";
  }

  bool open() const { return !m_last.empty(); }

  void begin(const Line& line, Sink& sink) {
    flush(sink);
    sink.close(Runner::tap);
    m_version = true;
    keep(line, sink);
  }

  void keep(const Line& line, Sink& sink) {
    sink.run(Runner::tap, line);
    m_last.hold(line);
  }

  Level& level(size_t depth) {
    if (m_levels.size() <= depth) m_levels.resize(depth + 1);
    return m_levels[depth];
  }

  // "1..5", "1..0 # SKIP no network"
  Claim plan(const Line& line, size_t indent, std::string_view text, Sink& sink) {
    Cursor at(text);
    const auto number = at.number();
    if (!number) return Claim::no;
    at.spaces();
    if (!at.done() && at.peek() != '#') return Claim::no;
    const size_t depth = indent / 4;
    if (depth > k_deepest) return Claim::yes;
    if (depth == 0 && open() && level(0).planned) begin(line, sink), m_version = false;
    keep(line, sink);
    level(depth).planned = true;
    level(depth).plan = *number;
    if (*number == 0 && istarts_with(at.rest(), "# skip")) ++m_counts.skipped;
    return Claim::yes;
  }

  // "ok 3 - name # SKIP why", "not ok 2 name"
  Claim result(const Line& line, size_t indent, std::string_view text, Sink& sink) {
    const bool good = text.starts_with("ok ");
    Cursor at(text.substr(good ? 3 : 7));
    const auto number = at.number();
    if (!number || (!at.done() && !at.spaces())) return Claim::no;
    const bool dash = at.skip("- ");
    // "ok 3 files" is prose unless a stream is open or begins here.
    if (!open() && good && !dash && *number != 1) return Claim::no;
    const size_t depth = indent / 4;
    if (depth > k_deepest) return Claim::yes;
    if (depth == 0 && *number == 1 && restarts()) begin(line, sink), m_version = false;
    keep(line, sink);
    if (m_levels.size() > depth + 1) close_below(line, depth, sink);
    Level& own = level(depth);
    if (own.results++ == 0) own.first_number = *number;
    judge(line, depth, good, at.rest(), sink);
    return Claim::yes;
  }

  bool restarts() const {
    if (!open() || m_levels.empty() || m_levels[0].results == 0) return false;
    const Level& top = m_levels[0];
    return !top.planned || top.results >= top.plan;
  }

  void judge(const Line& line, size_t depth, bool good, std::string_view text, Sink& sink) {
    std::string_view name = text, directive;
    if (const size_t hash = text.find(" # "); hash != text.npos) {
      name = text.substr(0, hash);
      directive = text.substr(hash + 3);
    } else if (text.starts_with("# ")) {
      name = {};
      directive = text.substr(2);
    }
    name = trim(name);
    const bool skip = istarts_with(directive, "skip"), todo = istarts_with(directive, "todo");
    const bool top = depth == 0;
    if (todo) {
      if (top) ++m_counts.todo;
      if (!name.empty()) sink.named(Runner::tap, line, Outcome::skipped, name);
    } else if (!good) {
      if (top) ++m_counts.failed;
      sink.failed(Runner::tap, line, name.empty() ? line.text : name);
    } else if (skip) {
      if (top) ++m_counts.skipped;
      if (!name.empty()) sink.named(Runner::tap, line, Outcome::skipped, name);
    } else {
      if (top) ++m_counts.passed;
      if (!name.empty()) sink.named(Runner::tap, line, Outcome::passed, name);
    }
  }

  // "# pass 3" of node, tape and Mocha: counts of single tests where results count suites.
  Claim comment(const Line& line, std::string_view text, Sink& sink) {
    Cursor at(text);
    if (at.skip("Subtest")) {
      keep(line, sink);
      return Claim::yes;
    }
    if (at.skip("{ total: ")) return object(line, at.rest(), sink);
    const std::string_view label = at.word();
    if (label.empty() || !at.spaces()) return Claim::no;
    const auto number = at.number();
    if (!number || !(at.done() || at.peek() == '.')) return Claim::no;
    if (label == "tests" || label == "suites" || label == "duration_ms") {
      keep(line, sink);
      return Claim::yes;
    }
    if (label == "pass")
      m_said.passed = *number;
    else if (label == "fail")
      m_said.failed = *number;
    else if (label == "cancelled")
      m_said.errors = *number;
    else if (label == "skipped" || label == "skip")
      m_said.skipped = *number;
    else if (label == "todo")
      m_said.todo = *number;
    else
      return Claim::no;
    m_has_said = true;
    keep(line, sink);
    return Claim::yes;
  }

  // node-tap's terse reporter draws "Asserts:  2 pass  1 fail  3 of 3 complete" again and again.
  Claim terse(const Line& line, std::string_view text, Sink& sink) {
    if (!text.ends_with(" complete")) return Claim::no;
    keep(line, sink);
    if (text.starts_with("Suites")) return Claim::yes;
    m_has_said = true;
    Cursor at(text.substr(text.find(' ')));
    while (at.spaces()) {
      const auto number = at.number();
      if (!number || !at.spaces()) break;
      const std::string_view label = at.word();
      if (label == "pass") m_said.passed = *number;
      if (label == "fail") m_said.failed = *number;
      if (label == "skip") m_said.skipped = *number;
      if (label == "todo") m_said.todo = *number;
    }
    return Claim::yes;
  }

  // node-tap's "# { total: 5, pass: 2, fail: 1, todo: 1, skip: 1 }"
  Claim object(const Line& line, std::string_view text, Sink& sink) {
    keep(line, sink);
    m_has_said = true;
    for (std::string_view part : split(text, ',')) {
      Cursor at(trim(part));
      const std::string_view label = at.word();
      if (!at.skip(": ")) continue;
      const std::uint64_t number = at.number().value_or(0);
      if (label == "pass") m_said.passed = number;
      if (label == "fail") m_said.failed = number;
      if (label == "skip") m_said.skipped = number;
      if (label == "todo") m_said.todo = number;
    }
    return Claim::yes;
  }

  // prove shows one line for each file: "t/gzip.t .... ok".
  Claim harness_file(const Line& line, std::string_view text, Sink& sink) {
    const std::string_view file = file_of_harness(text);
    Cursor at(text.substr(file.size()));
    at.spaces();
    size_t dots = 0;
    while (at.skip('.')) ++dots;
    if (file.empty() || dots < 2 || !at.spaces()) return Claim::no;
    if (at.rest() != "ok" && !at.rest().starts_with("ok  ")) return Claim::no;
    keep(line, sink);
    sink.named(Runner::tap, line, Outcome::passed, file);
    return Claim::yes;
  }

  // "t/gzip.t (Wstat: 256 (exited 1) Tests: 4 Failed: 3)". One that failed no test crashed, and is named by nobody.
  Claim harness_failure(const Line& line, std::string_view text, Sink& sink) {
    const std::string_view file = file_of_harness(text);
    const size_t failed = text.find("Failed: ");
    if (file.empty() || failed == text.npos) return Claim::no;
    const auto number = Cursor(text.substr(failed + 8)).number();
    if (!number || *number == 0) return Claim::no;
    keep(line, sink);
    m_counts.failed += *number;
    sink.failed(Runner::tap, line, file);
    return Claim::yes;
  }

  static std::string_view file_of_harness(std::string_view text) {
    const std::string_view file = text.substr(0, text.find(' '));
    return file.ends_with(".t") || contains(file, "/") ? file : std::string_view();
  }

  // "Files=2, Tests=6,  1 wallclock secs": how many passed is known where all did.
  Claim harness_sum(const Line& line, std::string_view text, Sink& sink) {
    Cursor at(text.substr(text.find("Tests=") == text.npos ? text.size() : text.find("Tests=")));
    if (!m_all_good || !at.skip("Tests=")) return Claim::no;
    const auto number = at.number();
    if (!number || *number == 0) return Claim::no;
    keep(line, sink);
    m_said.passed = *number;
    m_has_said = true;
    return Claim::yes;
  }

  Claim bail_out(const Line& line, Sink& sink) {
    keep(line, sink);
    sink.signal(SignalKind::failure, Runner::tap, "bail-out", line);
    m_bailed = true;
    return Claim::yes;
  }

  // A result one level up ends the streams below it.
  void close_below(const Line& line, size_t depth, Sink& sink) {
    for (size_t i = depth + 1; i < m_levels.size(); ++i) check_plan(line, m_levels[i], sink);
    m_levels.resize(depth + 1);
  }

  bool check_plan(const Line& line, const Level& level, Sink& sink) {
    if (!level.planned || level.results == level.plan) return true;
    if (!m_version && level.first_number > 1) return true;  // the log lacks the beginning
    if (level.results == 0 && m_has_said && m_said.failed == 0) return true;
    sink.signal(SignalKind::failure, Runner::tap, "plan", line);
    return false;
  }

  void flush(Sink& sink) {
    if (!open()) return;
    const Line line = m_last.line();
    bool complete = true;
    if (!m_bailed) {
      for (const Level& level : m_levels) complete = check_plan(line, level, sink) && complete;
    }
    Counts counts = m_counts;
    if (m_has_said) {
      counts.passed = m_said.passed;
      // AVA counts what is still to do among the failures.
      const bool only_todo = counts.failed == 0 && m_said.failed <= counts.todo;
      counts.failed = only_todo ? 0 : std::max(counts.failed, m_said.failed);
      counts.errors = m_said.errors;
      counts.skipped = std::max(counts.skipped, m_said.skipped);
      counts.todo = std::max(counts.todo, m_said.todo);
    }
    if (!complete || m_bailed) ++counts.errors;
    sink.summary(Runner::tap, line, counts);
    *this = Tap();
  }

  static constexpr size_t k_deepest = 64;
  std::vector<Level> m_levels;
  Counts m_counts;
  Counts m_said;
  bool m_has_said = false;
  bool m_version = false;
  bool m_bailed = false;
  bool m_all_good = false;  // prove says so
  HeldLine m_last;
};

}  // namespace

ReaderPtr make_tap() { return std::make_unique<Tap>(); }

}  // namespace assay::logs
