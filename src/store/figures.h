// What agents came to, week by week: counted from runs and tasks, never kept beside them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "store/store.h"

namespace assay::store {

constexpr std::int64_t k_week_ms = std::int64_t{7} * 24 * 3600 * 1000;

// One agent in one week (UTC, from Monday). A run counts in the week in which it began, a task in the one in which it
// was completed, for the agent of its last run; one that no agent ever ran, and was done by hand, counts for "".
struct WeekFigures {
  Time week;
  std::string agent;
  std::uint64_t runs = 0;  // of tasks and of checkers
  double cost_usd = 0;
  std::uint64_t input_tokens = 0, output_tokens = 0;
  std::uint64_t completed = 0;   // tasks of missions; no checkers, no plans
  std::uint64_t first_pass = 0;  // of those: never sent back, and not tried twice
  std::int64_t lead_ms = 0;      // of those: from when they were added to their end, the median
};

class Figures {
 public:
  explicit Figures(Database& database) : m_database(database) {}

  // From the week of `since` on; newest week first, then by agent. Reads the rows of that time and no others.
  Result<std::vector<WeekFigures>> weekly(Time since) const;

 private:
  Database& m_database;
};

// The Monday, 00:00 UTC, of the week that holds it.
Time week_of(Time at);

}  // namespace assay::store
