// One run of an agent on a task: what it was, how it ended, what it cost.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "model/ids.h"

namespace assay::model {

// As an agent tells it: sums since its session began. A session that is resumed goes on counting.
struct Usage {
  double cost_usd = 0;
  std::uint64_t input_tokens = 0;
  std::uint64_t output_tokens = 0;
  std::uint32_t turns = 0;
  friend bool operator==(const Usage&, const Usage&) = default;
};

struct Run {
  std::int64_t key = 0;
  TaskId task;
  std::uint32_t attempt = 0;
  std::uint32_t round = 1;
  std::string agent;    // the profile's name
  std::string session;  // the agent's own; empty until it says
  std::string end;      // agents::End; empty while it runs or when nobody saw its end
  Usage usage;          // of this run alone
  Usage told;           // of its session, as the agent told it last
  Time started_at;
  std::optional<Time> finished_at;
  std::string summary;  // the agent's last message, bounded
  std::string log;      // digest of the whole output among the evidence, or where it is written
};

}  // namespace assay::model
