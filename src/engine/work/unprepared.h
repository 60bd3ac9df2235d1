// Before an agent is paid for work whose checks could not run here: the dependencies of the target are prepared first.
#pragma once

#include <optional>

#include "base/result.h"
#include "engine/work/agents/work_context.h"
#include "model/mission.h"
#include "store/jobs.h"

namespace assay::engine {

// The task of this job given back and its mission held, with what to do; nothing: it can go on. A person who resumes
// the mission all the same is not asked again.
Result<std::optional<store::JobFinish>> hold_unprepared(const WorkContext& context, const model::Mission& mission);

}  // namespace assay::engine
