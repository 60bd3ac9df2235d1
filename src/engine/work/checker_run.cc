// A check by an agent, on a copy that it cannot change.
#include "base/text.h"
#include "engine/work/agents/agent_budget.h"
#include "engine/work/agents/agent_call.h"
#include "engine/work/agents/agent_verdict.h"
#include "engine/work/checked_work.h"
#include "engine/work/task_place.h"
#include "engine/work/task_run.h"

namespace assay::engine {

namespace {

using agents::End;

std::string instructions_for(const model::Task& checker, const model::Task& checked, const std::string& range,
                             std::string_view word) {
  std::string out = check_instructions(checked, range);
  if (!trim(checker.agent.instructions).empty()) out += cat("\n## For you\n\n", trim(checker.agent.instructions), "\n");
  return out + ask_for_verdict(word);
}

// An answer without a verdict is asked for once more.
Result<AgentAnswer> ask_checker(const WorkContext& context, agents::AgentRun call, std::string_view word) {
  TRY_ASSIGN(auto answer, call_agent_again(context, call));
  if (!lacks_verdict(answer, word)) return answer;
  call.prompt += ask_again_for_verdict(answer, word);
  TRY_ASSIGN(auto again, call_agent_again(context, call));
  again.add_use_of(answer);
  return again;
}

}  // namespace

Result<CheckerRun> run_checker(const WorkContext& context, const model::Task& checker, const CheckedWork& work) {
  const auto& repository = context.repository;
  const auto& checked = work.task;
  const auto& mission = work.mission;
  TRY_ASSIGN(const auto policy_commit, policy_commit_of(repository, mission));
  TRY_ASSIGN(const auto config, read_agents(repository, policy_commit));

  CheckerRun run;
  run.commit = work.candidate.commit;
  run.tree = work.candidate.tree;
  const auto worker = choose_agent(config, checked, program_of);
  const auto agent = choose_checker(config, checker, worker ? worker->name : "", program_of);
  if (!agent) {
    run.report.end = End::could_not_start;
    run.report.reason = agent.error().message;
    run.summary = cat("The check could not be started: ", run.report.reason);
    return run;
  }
  run.agent = agent->name;
  TRY_ASSIGN(const auto left, allowance_of(context, mission, &checked));
  if (!left.reached.empty()) {
    run.report = out_of_budget(left);
    run.summary = cat("The check was not started. ", left.reached);
    return run;
  }

  TRY_ASSIGN(const auto copy, copy_to_look_at(repository, mission.id, checked.id, run.commit));

  const std::string word = verdict_word();
  agents::AgentRun call;
  call.agent = *agent;
  call.prompt = instructions_for(checker, work.asked, cat(work.candidate.base, "..", run.commit), word);
  call.live_name = checker.id.text;
  call.process.folder = copy.path();
  call.access = agents::Access::read_only;
  call.budget_usd = checker.agent.max_budget_usd;
  call.process.timeout = std::chrono::milliseconds(checker.timeout_ms);
  hold_to(left, call);
  TRY_ASSIGN(auto answer, ask_checker(context, call, word));
  TRY_ASSIGN(const auto touched, copy.find_tampering());

  const auto against = objection_to(answer, word, touched, NoVerdict::proves_nothing);
  run.passed = against.empty();
  run.found = says_fail(answer, word);
  if (!run.passed) run.summary = with_its_words(against, answer);
  run.report = std::move(answer.report);
  run.log = std::move(answer.log);
  run.sandbox = std::move(answer.sandbox);
  run.duration = answer.duration;
  return run;
}

}  // namespace assay::engine
