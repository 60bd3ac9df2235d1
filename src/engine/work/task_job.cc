// A task's turn: its agent is run, and how that ended is turned into moves.
#include "base/text.h"
#include "engine/work/agents/agent_runs.h"
#include "engine/work/agents/run_record.h"
#include "engine/work/critic/earlier.h"
#include "engine/work/job.h"
#include "engine/work/task_moves.h"
#include "engine/work/task_run.h"
#include "engine/work/unprepared.h"
#include "store/jobs.h"
#include "store/missions.h"
#include "store/runs.h"

namespace assay::engine {

namespace {

Result<store::JobFinish> do_work(const WorkContext& context, const model::Task& task) {
  std::optional<model::Mission> mission;
  if (!task.mission.empty()) {
    TRY_ASSIGN(mission, context.store.missions().find(task.mission));
  }
  if (mission) {
    TRY_ASSIGN(auto held, hold_unprepared(context, *mission));
    if (held) return std::move(*held);
  }
  TRY_ASSIGN(const auto before, context.store.runs().of(task.id));
  TRY_ASSIGN(const auto material, material_of(context.store, task, before));
  KeptRun kept(context, task);
  TRY_ASSIGN(const auto run, run_task(kept.context(), task, material));
  auto tries = attempts_so_far(before, task.round);
  if (run.report.end == agents::End::rate_limited) tries.waits_in_a_row += 1;
  const Ended ended{task,  mission ? &*mission : nullptr, context.policy,
                    tries, context.interrupted(),         context.clock.now()};
  auto finish = moves_after(run, ended);
  finish.run = kept.end(run.report, run.log);
  return finish;
}

}  // namespace

Result<store::JobFinish> do_task_job(const WorkContext& context) {
  const auto& task = *context.claim.task;
  if (context.claim.again) TRY(settle_records_of(context.folder, context.store, task.id));
  if (task.is_checker()) return do_check_job(context);
  if (task.kind == model::TaskKind::planning) return do_planning_job(context);
  return do_work(context, task);
}

}  // namespace assay::engine
