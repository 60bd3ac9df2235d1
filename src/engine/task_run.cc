#include "engine/task_run.h"

namespace assay::engine {

Result<TaskRun> run_task(const RunContext&, const model::Task&, const OrderMaterial&) {
  return unavailable("agents cannot be run yet");
}

Result<CheckerRun> run_checker(const RunContext&, const model::Task&, const model::Task&) {
  return unavailable("agents cannot be run yet");
}

}  // namespace assay::engine
