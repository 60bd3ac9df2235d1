// A check by an agent, on a copy that it cannot change.
#include "base/text.h"
#include "engine/verify/integration.h"
#include "engine/work/agents/agent_budget.h"
#include "engine/work/agents/agent_call.h"
#include "engine/work/agents/agent_verdict.h"
#include "engine/work/task_place.h"
#include "engine/work/task_run.h"
#include "engine/worktree_folder.h"
#include "git/commit.h"
#include "store/missions.h"

namespace assay::engine {

namespace {

using agents::End;

std::string instructions_for(const model::Task& checker, const model::Task& checked, const std::string& range,
                             std::string_view word) {
  std::string out = check_instructions(checked, range);
  if (!trim(checker.agent.instructions).empty()) out += cat("\n## For you\n\n", trim(checker.agent.instructions), "\n");
  return out + ask_for_verdict(word);
}

std::string base_of_branch(const git::Repository& repository, const model::Mission& mission,
                           const model::Task& checked) {
  const auto place = git::find_place(repository, task_worktree_name(mission.id.text, checked.id.text));
  return place && *place ? (*place)->base : mission.base_commit;
}

// What a model's service failed at is asked again, a few times; an answer without a verdict once.
Result<AgentAnswer> ask_checker(const WorkContext& context, agents::AgentRun call, std::string_view word) {
  constexpr int k_service_tries = 3;
  TRY_ASSIGN(auto answer, call_agent(context, call));
  const auto spent = [&](const AgentAnswer& before, AgentAnswer& after) {
    after.report.cost_usd += before.report.cost_usd;
    after.report.input_tokens += before.report.input_tokens;
    after.report.output_tokens += before.report.output_tokens;
    after.report.turns += before.report.turns;
    after.duration += before.duration;
  };
  for (int tries = 1; tries < k_service_tries && answer.report.end == End::model_error; ++tries) {
    TRY_ASSIGN(auto again, call_agent(context, call));
    spent(answer, again);
    answer = std::move(again);
  }
  if (!lacks_verdict(answer, word)) return answer;
  call.prompt += ask_again_for_verdict(answer, word);
  TRY_ASSIGN(auto again, call_agent(context, call));
  spent(answer, again);
  return again;
}

}  // namespace

Result<CheckerRun> run_checker(const WorkContext& context, const model::Task& checker, const model::Task& checked) {
  if (checked.mission.empty()) {
    return invalid_input(cat(checked.id.text, " belongs to no mission; there is no branch to check"));
  }
  const auto& repository = context.repository;
  TRY_ASSIGN(const auto mission, context.store.missions().find(checked.mission));
  TRY_ASSIGN(const auto policy_commit, policy_commit_of(repository, mission));
  TRY_ASSIGN(const auto config, read_agents(repository, policy_commit));

  CheckerRun run;
  TRY_ASSIGN(run.commit, repository.commit_of(cat("refs/heads/", branch_of(mission.id, checked.id))));
  TRY_ASSIGN(run.tree, git::tree_of(repository, run.commit));
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
  call.prompt =
      instructions_for(checker, checked, cat(base_of_branch(repository, mission, checked), "..", run.commit), word);
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
  if (!run.passed) run.summary = with_its_words(against, answer);
  run.report = std::move(answer.report);
  run.log = std::move(answer.log);
  run.sandbox = std::move(answer.sandbox);
  run.duration = answer.duration;
  return run;
}

}  // namespace assay::engine
