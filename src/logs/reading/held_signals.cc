#include "logs/reading/held_signals.h"

#include <algorithm>

#include "base/text.h"

namespace assay::logs {

HeldSignals::Held& HeldSignals::held_for(SignalKind kind) {
  switch (kind) {
    case SignalKind::failure:
    case SignalKind::crash:
    case SignalKind::not_run: return m_failures;
    case SignalKind::pass: return m_passes;
    default: return m_cautions;
  }
}

void HeldSignals::add(const WordSignal& said, const Line& line, size_t column) {
  const Position at{line.number, static_cast<std::uint32_t>(column),
                    static_cast<std::uint32_t>(column + said.end - said.begin)};
  if (said.named) {
    if (m_facts.named.full()) {
      m_facts.named.count_only();
    } else {
      m_facts.named.add({excerpt(said.subject), *said.named, Runner::loose, at});
    }
  }
  if (!said.signal) return;
  Held& held = held_for(said.kind);
  if (held.full()) return held.count(line.number);
  held.of_check.push_back(said.of_check);
  held.kept.push_back(
      {said.kind, Runner::loose, std::string(said.rule), at, excerpt(line.text), excerpt(said.subject)});
}

// Reading closely is what a flood of failures costs. Whatever clears those that are held, the summary
// of a clean run around them, clears what follows them up to there as well.
bool HeldSignals::only_counts(const Line& line) {
  if (!m_failures.full()) return false;
  constexpr NeedleMask k_names = bit(Needle::mark) | bit(Needle::tap) | bit(Needle::dots);
  constexpr NeedleMask k_cautions = bit(Needle::skip) | bit(Needle::warn) | bit(Needle::count);
  if ((line.needles & k_names) != 0) return false;
  if ((line.needles & bit(Needle::pass)) != 0 && !m_passes.full()) return false;
  if ((line.needles & k_cautions) != 0 && !m_cautions.full()) return false;
  if ((line.needles & (bit(Needle::fail) | bit(Needle::error) | bit(Needle::word))) != 0) m_failures.count(line.number);
  return true;
}

// Before the first line that is surely the run's own, only what a test may have printed is dropped.
void HeldSignals::Held::drop(const Span& span) {
  size_t left = 0;
  for (size_t i = 0; i < kept.size(); ++i) {
    const std::uint64_t line = kept[i].at.line;
    const bool inside = line >= span.first_line && line <= span.last_line;
    if (inside && (line >= span.own_line || !of_check[i])) continue;
    if (left != i) kept[left] = std::move(kept[i]);
    of_check[left++] = of_check[i];
  }
  kept.resize(left);
  of_check.resize(left);
  // Those not kept came after all that were kept; if they began inside the run, they end there too.
  if (more_from >= span.first_line) more = 0;
}

void HeldSignals::Held::move_to(Capped<Signal>& list) {
  for (Signal& signal : kept) list.add(std::move(signal));
  for (; more > 0; --more) list.count_only();
}

void HeldSignals::drop_inside_runs(Sink& sink) {
  for (const Span& span : sink.take_closed()) {
    m_failures.drop(span);
    m_cautions.drop(span);
    m_passes.drop(span);
  }
}

void HeldSignals::end(Sink& sink) {
  drop_inside_runs(sink);
  m_failures.move_to(m_facts.failures);
  m_cautions.move_to(m_facts.cautions);
  m_passes.move_to(m_facts.passes);
}

}  // namespace assay::logs
