// What a run of an agent may still use: asked of the store right before it is started.
#pragma once

#include "base/result.h"
#include "engine/work/agents/agent_call.h"
#include "engine/work/agents/work_context.h"
#include "model/budget.h"
#include "model/mission.h"
#include "model/task.h"

namespace assay::engine {

// Of the mission, and of the task when there is one.
Result<model::Allowance> allowance_of(const WorkContext& context, const model::Mission& mission,
                                      const model::Task* task);
void hold_to(const model::Allowance& left, agents::AgentRun& run);
// The report of a run that was not started because of `left.reached`.
agents::Report out_of_budget(const model::Allowance& left);

}  // namespace assay::engine
