// Looking at what was deployed with the eyes of an agent: the same runner, sandbox, budget and verdict line as for the
// check of a task. An agent that is not there, dies, says nothing or touches the copy has not passed.
#include "base/text.h"
#include "engine/ship/run.h"
#include "engine/work/agents/agent_budget.h"
#include "engine/work/agents/agent_call.h"
#include "engine/work/agents/agent_runs.h"
#include "engine/work/agents/agent_verdict.h"
#include "engine/work/agents/instructions.h"
#include "engine/work/agents/run_record.h"
#include "engine/work/job.h"
#include "engine/work/task_place.h"
#include "store/runs.h"
#include "store/tasks.h"

namespace assay::engine {

namespace {

WorkContext job_of(ShipRun& run) {
  const auto& given = run.context;
  WorkContext out{given.repository, given.folder, given.store, given.clock, run.terms.actor, given.cancel};
  out.heard = [&run](std::string_view text) { run.context.events.stage(cat("validating: ", text)); };
  return out;
}

Look failed(const ValidationAgent& policy, std::string_view why) {
  return {false, cat("failed  agent ", policy.name, ": ", why)};
}

}  // namespace

Result<Look> ask_validation_agent(ShipRun& run, const model::TaskId& id) {
  const auto& policy = *run.policy.validation.agent;
  TRY_ASSIGN(auto task, run.context.store.tasks().find(id));
  task.agent.type = policy.name;
  const auto config = read_agents(run.context.repository, run.policy_commit);
  if (!config) return failed(policy, config.error().message);
  const auto agent = choose_agent(*config, task, program_of);
  if (!agent) return failed(policy, cat("it could not be started: ", agent.error().message));

  const auto job = job_of(run);
  TRY(settle_records_of(job.folder, job.store, id));  // of a validation that was interrupted
  KeptRun kept(job, task);
  const auto context = kept.context();
  TRY_ASSIGN(const auto left, allowance_of(context, run.mission, nullptr));
  if (!left.reached.empty()) return failed(policy, cat("it was not started. ", left.reached));
  TRY_ASSIGN(const auto copy, copy_to_look_at(run.context.repository, run.mission.id, id, run.mission.landed_commit));
  const auto word = verdict_word();
  agents::AgentRun call;
  call.agent = *agent;
  call.prompt =
      cat(validation_instructions(policy.instructions, run.mission, run.mission.landed_commit), ask_for_verdict(word));
  call.live_name = id.text;
  call.process.folder = copy.path();
  call.access = agents::Access::read_only;
  call.budget_usd = policy.max_budget_usd;
  call.process.timeout = std::chrono::milliseconds(policy.timeout_ms);
  hold_to(left, call);
  const auto answer = call_agent(context, call);
  if (!answer) return failed(policy, answer.error().message);
  if (const auto end = kept.end(answer->report, answer->log)) {
    TRY(job.store.change().runs().end(end->first, end->second));
    drop_records(job.folder, id, end->first);
  }
  TRY_ASSIGN(const auto touched, copy.find_tampering());

  const auto against = objection_to(*answer, word, touched, no_verdict_after_deploy(*agent->kind));
  const auto log = answer->log.empty() ? std::string() : cat("log ", answer->log, "\n");
  if (!against.empty()) return failed(policy, cat(log, with_its_words(against, *answer)));
  return Look{true, cat("passed  agent ", policy.name, ": ", log, trim(answer->report.summary))};
}

}  // namespace assay::engine
