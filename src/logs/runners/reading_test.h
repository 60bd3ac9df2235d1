// Reads a text with the runner readers alone, for their tests: every line is shown to every reader
// that wants one of its needles, as in a real log, but without cleaning or word rules.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "logs/line.h"
#include "logs/runners/runners.h"

namespace assay::logs {

struct Reading {
  Facts facts;
  std::vector<std::string> unclaimed;  // lines with a needle that no reader claimed

  std::vector<std::string> names(Outcome outcome) const {
    std::vector<std::string> out;
    for (const Named& named : facts.named) {
      if (named.outcome == outcome) out.push_back(named.name);
    }
    return out;
  }
  // "kind@line" of each signal, in the order failures, cautions, passes.
  std::vector<std::string> signals() const {
    static constexpr std::string_view k_kinds[] = {"failure", "crash", "not_run", "zero_tests", "warning",
                                                   "skipped", "flaky", "todo",    "pass"};
    std::vector<std::string> out;
    for (const auto* list : {&facts.failures, &facts.cautions, &facts.passes}) {
      for (const Signal& signal : *list)
        out.push_back(cat(k_kinds[static_cast<size_t>(signal.kind)], "@", signal.at.line));
    }
    return out;
  }
};

inline const Run& first_run(const Reading& r) { return r.facts.runs.items().at(0); }
inline const Signal& first_failure(const Reading& r) { return r.facts.failures.items().at(0); }

inline Reading read_lines(std::string_view text) {
  Reading reading;
  Sink sink(reading.facts);
  auto readers = make_readers();
  NeedleScan scan(needles());
  std::uint64_t number = 0;
  for (std::string_view raw : split_lines(text)) {
    ++number;
    NeedleMask mask = 0;
    for (const auto& hit : scan.scan(raw)) mask |= NeedleMask{1} << hit.needle_class;
    if (mask == 0) continue;
    const Line line{trim_right(raw), number, mask};
    bool claimed = false;
    for (auto& reader : readers) {
      if ((mask & reader->wants()) == 0) continue;
      if (reader->read(line, sink) == Claim::yes) {
        claimed = true;
        break;
      }
    }
    if (!claimed) reading.unclaimed.emplace_back(raw);
  }
  for (auto& reader : readers) reader->end(sink);
  sink.end();
  return reading;
}

}  // namespace assay::logs
