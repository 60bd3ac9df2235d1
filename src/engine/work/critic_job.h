// The critic's part of a task's check.
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "engine/work/critic/critic.h"
#include "engine/work/job.h"
#include "model/round.h"
#include "store/jobs.h"

namespace assay::engine {

struct CriticPart {
  std::optional<store::JobFinish> ends;    // the check ends here, with this
  std::vector<model::CriticRound> rounds;  // else: to be kept with what the rest of the check comes to
};
Result<CriticPart> criticise(const WorkContext& context, const model::Task& checker, const model::Task& checked,
                             const Candidate& candidate);

}  // namespace assay::engine
