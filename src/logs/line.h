// What a runner reader sees and says. Internal to logs.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "logs/facts.h"
#include "logs/needles.gen.h"

namespace assay::logs {

// A cleaned line: decoded, no terminal controls, carriage returns resolved, CI prefix cut,
// trailing white space gone. Leading white space is kept: it means something to TAP and mocha.
struct Line {
  std::string_view text;
  std::uint64_t number = 0;
  NeedleMask needles = 0;
  bool has(Needle n) const { return (needles & bit(n)) != 0; }
};

enum class Claim { no, yes };

// Collects facts while a log is read.
class Sink {
 public:
  explicit Sink(Facts& facts) : m_facts(facts) {}

  // The open run of this runner; opened at `line` when there is none.
  Run& run(Runner runner, const Line& line);
  bool is_open(Runner runner) const;
  // The runner's closing line: sets the counts, ends the run, and adds the signals that the
  // counts imply (failure, skipped, warning, flaky, todo, zero_tests or pass). `rule` suffixes
  // are fixed: log.<runner>.failed, .skipped, .warnings, .flaky, .todo, .zero-tests, .passed.
  void summary(Runner runner, const Line& line, const Counts& counts);

  void named(Runner runner, const Line& line, Outcome outcome, std::string_view name);
  // A named test that failed is both: named() and signal(failure).
  void signal(SignalKind kind, Runner runner, std::string_view rule, const Line& line, std::string_view subject = {});

  Facts& facts() { return m_facts; }

 private:
  Facts& m_facts;
  std::vector<Run> m_open;
};

// One family of output. Called for each line whose needles meet wants(), in log order.
class Reader {
 public:
  virtual ~Reader() = default;
  virtual NeedleMask wants() const = 0;
  virtual Claim read(const Line& line, Sink& sink) = 0;
  virtual void end(Sink&) {}
};

// Registered readers, in the order they are asked. Each runners_*.cc adds its own.
std::vector<std::unique_ptr<Reader>> make_readers();

}  // namespace assay::logs
