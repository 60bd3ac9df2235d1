// The evidence of a plan that was just made, tried on the commit that the work starts from.
#pragma once

#include "base/result.h"
#include "engine/work/agents/work_context.h"
#include "model/mission.h"
#include "model/plan.h"
#include "model/task.h"

namespace assay::engine {

// What it came to is kept (engine/verify/base_evidence.h), so that whoever looks at the plan sees which evidence holds
// already. Commands run as checks do: in a work tree of their own, in the sandbox, in the time that checks have. What
// cannot be tried, and what comes after the first twenty, is left untried.
Result<void> try_plan_on_base(const WorkContext& context, const model::Mission& mission, const model::Task& planning,
                              const model::Plan& plan);

}  // namespace assay::engine
