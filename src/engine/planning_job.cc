#include "engine/job.h"

namespace assay::engine {

Result<store::JobFinish> do_planning_job(const JobContext&, const store::Claim&) {
  return unavailable("there is no planner yet; give the mission a plan (assay mission new --plan)");
}

}  // namespace assay::engine
