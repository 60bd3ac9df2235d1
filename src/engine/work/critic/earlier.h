// What earlier rounds and attempts of a task have to say to the next run of its agent: each thing once, under the name
// of whoever said it.
#pragma once

#include <vector>

#include "base/result.h"
#include "engine/work/agents/instructions.h"
#include "model/run.h"
#include "model/task.h"
#include "store/store.h"

namespace assay::engine {

Result<InstructionsMaterial> material_of(const store::Store& store, const model::Task& task,
                                         const std::vector<model::Run>& runs);

}  // namespace assay::engine
