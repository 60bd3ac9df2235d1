// What a handler of jobs is given and gives. One handler per kind of job, in a file <kind>_job.cc; who makes a
// worker gives it those that it needs. A handler runs on a thread of its own and may take as long as it needs;
// the worker keeps its lease meanwhile.
#pragma once

#include <functional>
#include <vector>

#include "base/result.h"
#include "engine/work/agents/work_context.h"
#include "store/jobs.h"

namespace assay::engine {

// What becomes of the job. An error means that it could not be found out or done; the worker tries
// again, and then asks a person.
using Handler = std::function<Result<store::JobFinish>(const WorkContext&)>;

struct KindHandler {
  model::JobKind kind;
  Handler handler;
};
using Handlers = std::vector<KindHandler>;

Result<store::JobFinish> do_task_job(const WorkContext& context);
Result<store::JobFinish> do_check_job(const WorkContext& context);
Result<store::JobFinish> do_planning_job(const WorkContext& context);
Result<store::JobFinish> do_verify_job(const WorkContext& context);

// Those of this room: tasks and verifications. engine/ship/job.h adds shipping.
Handlers work_handlers();

}  // namespace assay::engine
