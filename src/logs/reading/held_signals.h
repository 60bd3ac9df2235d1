// What the word rules said, held back until the runs around it are known: a line inside a run that
// closed with its own summary is that run's business. Internal to logs.
#pragma once

#include <cstdint>

#include "logs/line.h"
#include "logs/words/words.h"

namespace assay::logs {

class HeldSignals {
 public:
  explicit HeldSignals(Facts& facts) : m_facts(facts) {}

  // `column`: where the words begin in their line, when line.text is more than that line.
  void add(const WordSignal& said, const Line& line, size_t column);
  void add(const WordSignal& said, const Line& line) { add(said, line, said.begin); }
  // Once this many failures are held, a further line matters only for what it may say besides: true when
  // it cannot. Such a line is then counted as a failure, unread.
  bool only_counts(const Line& line);
  // Forgets what lies inside the runs that closed since the last call.
  void drop_inside_runs(Sink& sink);
  // Hands what is left over to the facts.
  void end(Sink& sink);

 private:
  // The first few signals, and how many more there were and from which line on.
  struct Held {
    explicit Held(size_t most) : limit(most) {}
    size_t limit;
    std::vector<Signal> kept;
    std::vector<bool> of_check;  // beside kept
    std::uint64_t more = 0;
    std::uint64_t more_from = 0;
    void drop(const Span& span);
    void move_to(Capped<Signal>& list);
    bool full() const { return kept.size() >= limit; }
    void count(std::uint64_t line) {
      if (more++ == 0) more_from = line;
    }
  };
  Held& held_for(SignalKind kind);

  Facts& m_facts;
  Held m_failures{200}, m_cautions{200}, m_passes{200};
};

}  // namespace assay::logs
