// Budgets in requests and documents: of a mission and of each of its tasks.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "model/mission.h"
#include "ops/fields.h"
#include "store/runs.h"

namespace assay::ops {

// What a request changes of a policy's budgets; 0 lifts a limit.
struct BudgetChange {
  struct Part {
    std::optional<double> usd;
    std::optional<std::uint64_t> tokens;
    std::optional<std::uint64_t> time_ms;
    std::optional<std::uint64_t> turns;
  };
  Part mission;
  Part task;
  void fields(Fields& f);
  bool is_empty() const;
  Result<void> apply(model::Policy& policy) const;
};

struct BudgetDocument {
  model::Budget budget;
  void fields(Fields& f);
};

// What agents used so far.
struct SpentDocument {
  store::Spent spent;
  void fields(Fields& f);
};
// "3 runs of agents, $0.42, 12,300 tokens": money only where it was told, tokens where they were. Empty: no run.
std::string spent_words(const store::Spent& spent);

}  // namespace assay::ops
