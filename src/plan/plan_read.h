// A plan's document as values. Says what has the wrong form; whether the plan makes sense is
// plan_check's to say. Inside this room only.
#pragma once

#include <cstdint>

#include "base/json.h"
#include "model/plan.h"
#include "plan/problems.h"

namespace assay::plan {

constexpr std::uint32_t k_most_attempts = 100;  // of one task

model::Plan read_plan(const json::value& document, Problems& problems);

// "task \"Add the field\"", or "task 3" for one without a usable name.
std::string place_of(const model::PlannedTask& task, size_t index);

}  // namespace assay::plan
