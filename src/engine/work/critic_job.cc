#include "engine/work/critic_job.h"

#include "base/text.h"
#include "engine/work/agents/agent_runs.h"
#include "engine/work/agents/run_record.h"
#include "engine/work/critic/critic_instructions.h"
#include "engine/work/critic/rounds.h"
#include "engine/work/task_moves.h"
#include "store/missions.h"
#include "store/rounds.h"
#include "store/runs.h"

namespace assay::engine {

namespace {

// On the checker's account, and kept as a run of its own.
Result<AgentAnswer> ask(const WorkContext& context, const model::Task& checker, const model::Task& checked,
                        const Candidate& candidate, const std::string& prompt) {
  KeptRun kept(context, checker);
  const CriticAgent agent{std::chrono::milliseconds(checker.timeout_ms), checker.agent.max_budget_usd};
  const auto running = kept.context();
  TRY_ASSIGN(auto answer, ask_on_copy(running, checked, candidate, agent, prompt));
  if (const auto end = kept.end(answer.report, answer.log)) {
    TRY(context.store.change().runs().end(end->first, end->second));
    drop_records(context.folder, checker.id, end->first);
  }
  if (answer.report.end == agents::End::cancelled) return unavailable("cancelled");
  return answer;
}

// The service of the critic's agent asks to wait: the check is done again later, and the work is not judged by it.
Result<store::JobFinish> wait_for_service(const WorkContext& context, const model::Task& checker,
                                          const agents::Report& report) {
  TRY_ASSIGN(const auto before, context.store.runs().of(checker.id));
  return moves_for(judge_end(report, context.interrupted()), report,
                   {checker, nullptr, context.policy, attempts_so_far(before, checker.round), context.interrupted(),
                    context.clock.now()},
                   {});
}

}  // namespace

Result<CriticPart> criticise(const WorkContext& context, const model::Task& checker, const model::Task& checked,
                             const Candidate& candidate) {
  ExamineRequest request;
  std::optional<agents::Report> waits;
  request.ask = [&](const std::string& prompt) -> Result<CriticReply> {
    const auto answer = ask(context, checker, checked, candidate, prompt);
    if (!answer && answer.error().code == Code::not_found) return CriticReply{{}, false, answer.error().message};
    if (!answer) return answer.error();
    if (answer->report.end == agents::End::rate_limited) waits = answer->report;
    return reply_of(*answer);
  };
  TRY_ASSIGN(auto report, examine_task(context, checked, candidate, request));
  CriticPart out;
  if (waits) {
    TRY_ASSIGN(out.ends, wait_for_service(context, checker, *waits));
    return out;
  }
  TRY_ASSIGN(const auto history, context.store.rounds().of(checked.id));
  const auto decision = decide(checked, std::move(report), history, context.policy.max_rounds);
  if (!decision.report.criteria.empty()) out.rounds.push_back(decision.record);
  if (decision.what == Decision::What::done) return out;
  // In a mission of manual mode a person says whether there is another round.
  TRY_ASSIGN(const auto mission, context.store.missions().find(checked.mission));
  const bool goes_on = decision.what == Decision::What::next_round || decision.what == Decision::What::research;
  if (goes_on && mission.policy.mode == model::Mode::manual) {
    out.ends.emplace();
    out.ends->rounds = out.rounds;
    out.ends->moves = {
        {checker.id, model::Move::fail, cat("the critic: ", decision.reason), {}},
        {checked.id, model::Move::flag, {}, cat(k_critic_report, decision.report.round, ":\n", decision.findings)}};
    return out;
  }
  std::string researched;
  if (decision.what == Decision::What::research) {
    const auto answer =
        ask(context, checker, checked, candidate, research_instructions(checked, candidate, decision.missing));
    if (answer) researched = answer->report.summary;
    if (!answer && answer.error().code != Code::not_found) return answer.error();
  }
  out.ends.emplace();
  write_decision(decision, checked, &checker, researched, *out.ends);
  return out;
}

}  // namespace assay::engine
