// Planning right now, in this process, for a person who waits for it.
#pragma once

#include <string_view>

#include "base/result.h"
#include "engine/work/agents/work_context.h"
#include "model/ids.h"

namespace assay::engine {

// Has the mission's planning task done by a worker of our own, with a new one when there is none to do.
// What came of it stands in the store. Error conflict: somebody else is planning it, or it is held.
Result<void> plan_now(const WorkContext& context, const model::MissionId& mission, std::string_view actor);

}  // namespace assay::engine
