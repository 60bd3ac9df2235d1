#include "logs/loose.h"

#include <algorithm>

#include "base/text.h"

namespace assay::logs {

Loose::Held& Loose::held_for(SignalKind kind) {
  switch (kind) {
    case SignalKind::failure:
    case SignalKind::crash:
    case SignalKind::not_run: return m_failures;
    case SignalKind::pass: return m_passes;
    default: return m_cautions;
  }
}

void Loose::add(const Said& said, const Line& line, size_t column) {
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
  if (held.kept.size() >= held.limit) {
    if (held.more++ == 0) held.more_from = line.number;
    return;
  }
  held.kept.push_back(
      {said.kind, Runner::loose, std::string(said.rule), at, excerpt(line.text), excerpt(said.subject)});
}

void Loose::Held::drop(std::uint64_t first, std::uint64_t last) {
  std::erase_if(kept, [&](const Signal& signal) { return signal.at.line >= first && signal.at.line <= last; });
  // Those not kept came after all that were kept; if they began inside the run, they end there too.
  if (more_from >= first) more = 0;
}

void Loose::Held::move_to(Capped<Signal>& list) {
  for (Signal& signal : kept) list.add(std::move(signal));
  for (; more > 0; --more) list.count_only();
}

void Loose::drop_inside_runs(Sink& sink) {
  for (const Span& span : sink.take_closed()) {
    m_failures.drop(span.first_line, span.last_line);
    m_cautions.drop(span.first_line, span.last_line);
    m_passes.drop(span.first_line, span.last_line);
  }
}

void Loose::end(Sink& sink) {
  drop_inside_runs(sink);
  m_failures.move_to(m_facts.failures);
  m_cautions.move_to(m_facts.cautions);
  m_passes.move_to(m_facts.passes);
}

}  // namespace assay::logs
