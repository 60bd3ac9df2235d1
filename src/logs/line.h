// What a runner reader sees and says. Internal to logs.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "logs/facts.h"
#include "logs/needles.gen.h"

namespace assay::logs {

// A cleaned line: decoded, no terminal controls, carriage returns resolved, CI prefix cut,
// trailing white space gone. Leading white space is kept: it means something to TAP and mocha.
// A line longer than 16 KiB comes in pieces with the same number, parted after white space or '>'.
struct Line {
  std::string_view text;
  std::uint64_t number = 0;
  NeedleMask needles = 0;
  std::string_view before = {};  // the text above it that is still in memory, prefixes and all
  bool has(Needle n) const { return (needles & bit(n)) != 0; }
};

enum class Claim { no, yes };

// A line kept for later, bounded in length: what it means is known only at a later one.
struct HeldLine {
  std::string text;
  std::uint64_t number = 0;  // 0: none is held

  void hold(const Line& line) {
    text.assign(line.text.substr(0, 1024));
    number = line.number;
  }
  void drop() { number = 0; }
  bool empty() const { return number == 0; }
  // Points into this object.
  Line line() const { return {text, number, 0}; }
};

// Lines of a run that closed with a summary.
struct Span {
  std::uint64_t first_line = 0;
  std::uint64_t last_line = 0;
  std::uint64_t own_line = 0;  // see Run
};

// Collects facts while a log is read.
//
// A run is open from its first recognised line to its summary. Runners that print only marks
// before their summary ("✔ name") cannot be told apart until then: such lines are noted with
// mark(), and the next run() or summary() of a runner that uses marks takes them over.
class Sink {
 public:
  explicit Sink(Facts& facts) : m_facts(facts) {}

  // A banner that can only be the first line of an invocation: ends an open run of this runner.
  Run& start(Runner runner, const Line& line);
  // The same for a runner that surely prints a closing line: without one, the run is called
  // unfinished (a warning).
  Run& announce(Runner runner, const Line& line);
  // The open run of this runner, now reaching to `line`; opened there when there is none.
  // The reference is good until the next call.
  Run& run(Runner runner, const Line& line);
  bool is_open(Runner runner) const;
  // The runner of the run touched last that is still open; loose when there is none.
  Runner current() const;
  // A line of a test run whose runner will be known only later.
  void mark(const Line& line);

  // The runner's closing line: sets the counts, ends the run, and adds the signals that the
  // counts imply (failure, skipped, warning, flaky, todo, zero_tests or pass). `rule` suffixes
  // are fixed: log.<runner>.failed, .skipped, .warnings, .flaky, .todo, .zero-tests, .passed.
  // Test runners that passed nothing give zero_tests alone (also when all was skipped); builders
  // and linters pass when they count no failure and no error.
  void summary(Runner runner, const Line& line, const Counts& counts);
  // The closing line of a runner that counts nothing there ("BUILD SUCCESSFUL in 3s"): ends the run
  // with the counts gathered so far and adds this one signal.
  void concluded(Runner runner, const Line& line, SignalKind kind, std::string_view rule);
  // The same without any signal: one part of several whose counts mean something only together.
  void part(Runner runner, const Line& line, const Counts& counts);
  // Ends the open run of this runner, if any, without a summary.
  void close(Runner runner);
  // This line alone shows that something passed ("PASS src/a.test.ts"): when the log ends without
  // the runner's closing line and without a failure of its, this is the evidence.
  void attest(Runner runner, const Line& line);
  // A runner said something that becomes a signal only later: no run reaches back beyond it.
  void heard(const Line& line) {
    ++m_changes;
    m_last_word = line.number;
  }
  // For runners without a banner: the run opened at `line` began a little earlier, but not before
  // the last thing another runner said. What their tests print comes before their first line.
  void reach_back(Runner runner, const Line& line);
  // The last closed run of this runner, if it failed, explains itself up to `line` and beyond.
  void explain(Runner runner, const Line& line);

  void named(Runner runner, const Line& line, Outcome outcome, std::string_view name, std::uint64_t tests = 1);
  // A package that a runner visited and that has no tests.
  void without_tests(std::string_view name);
  // A named test that failed is both: named() and signal(failure). `rule` is the last part of the
  // rule id ("failed" gives "log.pytest.failed"), or a whole id when it starts with "log.".
  // A subject that is a part of line.text also gives the columns.
  void signal(SignalKind kind, Runner runner, std::string_view rule, const Line& line, std::string_view subject = {});
  // Both of those in one: a named test that failed. Told again, it is not counted again.
  void failed(Runner runner, const Line& line, std::string_view name);

  // After the last line, and after every Reader::end: keeps the runs that never closed.
  void end();

  // The runs with a summary that closed since the last call. (Facts::runs keeps only the first.)
  std::vector<Span> take_closed() { return std::exchange(m_closed, {}); }

  Facts& facts() { return m_facts; }
  // Grows with every call that told something.
  std::uint64_t changes() const { return m_changes; }

 private:
  Run* find(Runner runner);
  Run& open(Runner runner, const Line& line);
  void adopt_marks(Run& run);
  void forget(const Span& span);
  void tell_attested();
  void keep(Run run);

  Facts& m_facts;
  std::uint64_t m_changes = 0;
  std::vector<Run> m_open;  // the one touched last is at the back
  std::unordered_set<std::size_t> m_failed_names;
  std::uint64_t m_last_word = 0;     // the last line on which a runner said something
  std::vector<HeldLine> m_attested;  // by runner
  std::vector<Span> m_closed;
  std::vector<Span> m_explained;   // what they say comes only after explain()
  std::uint64_t m_first_mark = 0;  // line; 0: none
  size_t m_marked_names = 0;       // where in facts.named the names of marked lines begin
};

// One family of output. Called for each line whose needles meet wants(), in log order. A line of mere words
// that it did not claim twice is not shown to it again until something happens (repeats.h).
class Reader {
 public:
  virtual ~Reader() = default;
  virtual NeedleMask wants() const = 0;
  virtual Claim read(const Line& line, Sink& sink) = 0;
  // Whether it is asked about the lines of a report as well. Results of test runners and linters
  // are pasted there as they are; "exited with code 1" or "No such file" is more likely told.
  virtual bool in_reports() const { return true; }
  virtual void end(Sink&) {}
};

}  // namespace assay::logs
