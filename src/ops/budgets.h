// Budgets in requests and documents: of a mission and of each of its tasks.
#pragma once

#include <optional>

#include "base/result.h"
#include "model/mission.h"
#include "ops/fields.h"

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

}  // namespace assay::ops
