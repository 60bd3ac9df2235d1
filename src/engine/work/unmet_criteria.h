// Criteria of which a verification showed the opposite, as work for a fix task. Pure.
#pragma once

#include <vector>

#include "judge/outcome/attribute.h"
#include "model/verification.h"
#include "store/tasks.h"

namespace assay::engine {

struct ToMend {
  judge::Failure failure;
  judge::Attribution whose;
  std::vector<model::SuccessCriterion> criteria;  // what the fix itself is held to
};

// Those that nobody accepted: neither for this verification, nor with the work of their task. A criterion is one
// failure, whatever was seen of it.
std::vector<ToMend> unmet_criteria(const std::vector<model::Task>& tasks,
                                   const std::vector<store::AcceptedWork>& accepted,
                                   const model::Verification& verification);

}  // namespace assay::engine
