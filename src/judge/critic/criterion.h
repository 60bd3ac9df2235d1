// What evidence says of a success criterion, in the words that all who judge one share. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "judge/critic/decisions.h"
#include "judge/critic/test_report.h"
#include "model/critic.h"
#include "model/task.h"

namespace assay::judge {

// The value of an argument of the criterion's evidence; empty when it is not given.
std::string argument(const model::SuccessCriterion& criterion, std::string_view key);
// The same as the lines it has.
std::vector<std::string> arguments(const model::SuccessCriterion& criterion, std::string_view key);

model::CriterionReport satisfied(model::Citation citation);
model::CriterionReport unsatisfied(std::string why);
model::CriterionReport missing(std::string what);  // looked at, and it cannot be told
// It cannot be told for reasons of this machine or of the configuration; nothing that the work is to blame for.
model::CriterionReport cannot_tell(std::string why);
model::CriterionReport unjudged(std::string why);  // nobody has looked; a critic that reads may

// `tests` holds at least one report.
model::CriterionReport judge_test(const model::SuccessCriterion& criterion, const TestReport& tests);
model::CriterionReport judge_diff(const model::SuccessCriterion& criterion, std::span<const TouchedPath> touched);

}  // namespace assay::judge
