// What the collector has: a place in the store, and of each mission that still moves the spans that were sent. In a
// file of the operator's folder, rewritten after every answer.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "base/clock.h"
#include "base/result.h"

namespace assay::engine {

struct SentSpans {
  Time since;
  std::int64_t place = 0;
  std::optional<Time> sent_at;
  std::optional<Time> tried_at;
  std::uint64_t spans = 0;
  std::uint64_t events = 0;
  std::uint64_t refused = 0;  // spans
  std::uint64_t refused_events = 0;
  std::string error;
  std::string warning;
  struct OfMission {
    Time touched;
    std::set<std::string> ids;
  };
  std::map<std::string, OfMission> missions;
};

// Nothing when there is no file, or one that cannot be read: then sending begins anew.
std::optional<SentSpans> parse_sent_spans(std::string_view text);
std::string write_sent_spans(const SentSpans& sent);

}  // namespace assay::engine
