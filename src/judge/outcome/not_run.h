// Checks that a log says were left out, and why. Pure.
#pragma once

#include "judge/rule.h"
#include "logs/facts.h"

namespace assay::judge {

// "The e2e tests were not run because there is no browser" in a log in which tests passed and none failed: a check that
// needs what is not at hand, and that the task does not name.
bool is_left_out_for_a_reason(const logs::Signal& signal, const logs::Facts& facts, const TaskView& task);

}  // namespace assay::judge
