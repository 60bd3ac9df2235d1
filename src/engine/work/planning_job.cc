// The planning task's turn. A plan that a person has to see first is kept beside the mission, which is held.
#include "base/text.h"
#include "engine/check/gate.h"
#include "engine/work/agents/agent_runs.h"
#include "engine/work/job.h"
#include "engine/work/plan_trial.h"
#include "engine/work/planning/planner.h"
#include "engine/work/task_moves.h"
#include "engine/work/task_place.h"
#include "engine/work/unprepared.h"
#include "store/jobs.h"
#include "store/missions.h"
#include "store/plans.h"
#include "store/runs.h"

namespace assay::engine {

using model::Move;

namespace {

// A plan that was sent back, and why.
void tell_earlier(const model::Task& task, PlanRequest& wish) {
  wish.earlier = task.context;
  wish.reason = task.agent.instructions;
}

}  // namespace

Result<store::JobFinish> do_planning_job(const WorkContext& context) {
  const auto& task = *context.claim.task;
  TRY_ASSIGN(const auto mission, context.store.missions().find(task.mission));
  if (mission.base_commit.empty()) return began_without_commit(mission.id);
  TRY_ASSIGN(auto held, hold_unprepared(context, mission));
  if (held) return std::move(*held);
  PlanRequest wish;
  wish.mission = mission.id;
  wish.prompt = mission.prompt;
  wish.commit = mission.base_commit;
  wish.criteria = mission.pack.criteria;
  wish.commands = commands_in(mission.pack.checks);
  TRY_ASSIGN(wish.policy_commit, policy_commit_of(context.repository, mission));
  wish.budget_usd = task.agent.max_budget_usd;
  wish.timeout = std::chrono::milliseconds(task.timeout_ms);
  tell_earlier(task, wish);

  KeptRun kept(context, task);
  TRY_ASSIGN(const auto run, run_planner(kept.context(), wish));
  const auto judged = judge_end(run.report, context.interrupted());
  store::JobFinish out;
  if (judged.verdict == Verdict::given_back || judged.verdict == Verdict::wait) {
    TRY_ASSIGN(const auto before, context.store.runs().of(task.id));
    auto tries = attempts_so_far(before, task.round);
    tries.waits_in_a_row += 1;
    out = moves_for(judged, run.report,
                    {task, &mission, context.policy, tries, context.interrupted(), context.clock.now()}, {});
    out.run = kept.end(run.report, run.log);
    return out;
  }
  const auto fate = fate_of(run, mission);
  // Whoever looks at the plan sees which evidence holds already. A trial that fails leaves it untried.
  if (run.plan) (void)try_plan_on_base(context, mission, task, *run.plan);
  switch (fate.what) {
    case PlanDecision::What::attach:
      out.plan = run.plan;
      out.plan_text = run.text;
      out.moves = {
          {task.id, Move::complete, cat("planned by ", run.agent, fate.reason.empty() ? "" : ". ", fate.reason), {}}};
      break;
    case PlanDecision::What::propose:
      out.proposal = store::Proposal{run.text, run.agent, context.clock.now()};
      out.moves = {{task.id, Move::complete, cat("planned by ", run.agent), {}}};
      out.hold = fate.reason;
      break;
    case PlanDecision::What::hold: out.moves = {{task.id, Move::block, fate.reason, {}}}; break;
    case PlanDecision::What::again: {
      TRY_ASSIGN(const auto before, context.store.runs().of(task.id));
      out = moves_for({Verdict::transient, fate.reason}, run.report,
                      {task, &mission, context.policy, attempts_so_far(before, task.round), context.interrupted(),
                       context.clock.now()},
                      {});
      break;
    }
  }
  out.run = kept.end(run.report, run.log);
  return out;
}

}  // namespace assay::engine
