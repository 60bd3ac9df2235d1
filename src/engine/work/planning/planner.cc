#include "engine/work/planning/planner.h"

#include "base/text.h"
#include "engine/check/plan_on_base.h"
#include "engine/work/agents/agent_budget.h"
#include "engine/work/agents/agent_call.h"
#include "git/checkout/working_copy.h"
#include "os/files.h"
#include "plan/plan_file.h"
#include "store/missions.h"

namespace assay::engine {

namespace {

using agents::End;

constexpr std::string_view k_answer_file = "plan.json";

model::Task planning_task(const PlanRequest& wish) {
  model::Task task;
  task.kind = model::TaskKind::planning;
  task.name = "Plan";
  task.instructions = wish.prompt;
  return task;
}

// The last call's, with what all of them cost.
void add_up(agents::Report& sum, agents::Report last) {
  last.cost_usd += sum.cost_usd;
  last.input_tokens += sum.input_tokens;
  last.output_tokens += sum.output_tokens;
  last.turns += sum.turns;
  sum = std::move(last);
}

// What it answered, or nothing.
std::string answer_of(const AgentAnswer& answer) {
  if (answer.file && !trim(*answer.file).empty()) return *answer.file;
  return plan_in(answer.report.summary).value_or("");
}

Result<void> check_budget(const WorkContext& context, const PlanRequest& wish, agents::AgentRun& call, PlanRun& run) {
  if (!wish.mission) return {};
  TRY_ASSIGN(const auto mission, context.store.missions().find(*wish.mission));
  TRY_ASSIGN(const auto left, allowance_of(context, mission, nullptr));
  if (left.reached.empty()) {
    hold_to(left, call);
  } else {
    run.report = out_of_budget(left);
  }
  return {};
}

Result<void> ask(const WorkContext& context, agents::AgentRun& call, const PlanRequest& wish, PlanRun& run) {
  std::string answered;
  for (run.calls = 0; run.calls < 2;) {
    call.prompt = plan_instructions(wish, run.problem, answered);
    if (wish.budget_usd) call.budget_usd = std::max(0.0, *wish.budget_usd - run.report.cost_usd);
    if (run.calls == 0) TRY(check_budget(context, wish, call, run));
    if (run.report.end == End::budget) return {};
    TRY_ASSIGN(auto answer, call_agent(context, call));
    ++run.calls;
    const auto json = answer_of(answer);
    answered = json.empty() ? answer.report.summary : json;
    add_up(run.report, std::move(answer.report));
    run.log = std::move(answer.log);
    run.duration += answer.duration;
    run.problem.clear();
    if (run.report.end != End::succeeded) return {};
    auto plan = json.empty()
                    ? Result<model::Plan>(invalid_input("plan: the answer holds no JSON object with \"tasks\""))
                    : read_answer(json, &run.dropped);
    if (plan) {
      if (const auto fits = check_plan_on_base(context.repository, wish.commit, *plan); !fits) plan = fits.error();
    }
    if (plan) {
      run.text = plan::write_plan(*plan);
      run.plan = std::move(*plan);
      return {};
    }
    run.problem = plan.error().message;
  }
  return {};
}

}  // namespace

Result<PlanRun> run_planner(const WorkContext& context, const PlanRequest& wish) {
  if (wish.commit.empty()) return conflict("the repository has no commit yet; commit something, then plan");
  PlanRun run;
  TRY_ASSIGN(const auto config,
             read_agents(context.repository, wish.policy_commit.empty() ? wish.commit : wish.policy_commit));
  auto agent = choose_agent(config, planning_task(wish), program_of);
  if (!agent) {
    run.report.end = End::could_not_start;
    run.report.reason = agent.error().message;
    return run;
  }
  run.agent = agent->name;

  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-plan"));
  const auto folder = os::join_path(scratch.path(), "code");
  TRY(os::make_folders(folder));
  TRY(git::WorkingCopy(context.repository, folder, os::join_path(scratch.path(), "state")).move_to(wish.commit, {}));

  agents::AgentRun call;
  call.agent = std::move(*agent);
  call.process.folder = folder;
  call.access = agents::Access::read_only;
  call.process.timeout = wish.timeout;
  call.answer_file = k_answer_file;
  TRY(ask(context, call, wish, run));
  return run;
}

PlanDecision fate_of(const PlanRun& run, const model::Mission& mission) {
  using What = PlanDecision::What;
  if (run.plan) {
    const auto dropped =
        run.dropped.empty()
            ? std::string()
            : cat("The plan named parents that cannot be, which were left out: ", join(run.dropped, "; "), ".");
    if (mission.policy.mode == model::Mode::autopilot) return {What::attach, dropped};
    return {What::propose,
            cat("The plan with ", plural(run.plan->tasks.size(), "task"), " waits for you: see `assay plan ",
                mission.id.text, "`, then --approve or --reject REASON.", dropped.empty() ? "" : " ", dropped)};
  }
  if (run.report.end == End::succeeded) {
    return {What::hold, cat("The planner's answer could not be used, also not after it was given the reason: ",
                            run.problem, ". Write a plan file (docs/formats/plan.md) and give it with `assay plan ",
                            mission.id.text, " --file FILE`, or say more with --reject REASON.")};
  }
  if (run.report.end == End::could_not_start || run.report.end == End::not_allowed || run.report.end == End::budget) {
    return {What::hold, cat("The planner could not work: ", run.report.reason)};
  }
  return {What::again, cat("The planner did not answer (", agents::name(run.report.end), "): ", run.report.reason)};
}

}  // namespace assay::engine
