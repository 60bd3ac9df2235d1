// The check of a task, cheapest first: the rules of `assay check` over its change, then the critic with the
// task's criteria, then an agent that did not do the work. A block earlier saves the later ones.
#include "base/text.h"
#include "engine/check/gate.h"
#include "engine/verify/mission_checks.h"
#include "engine/work/agents/agent_runs.h"
#include "engine/work/checked_work.h"
#include "engine/work/critic/rounds.h"
#include "engine/work/critic_job.h"
#include "engine/work/job.h"
#include "engine/work/task_moves.h"
#include "engine/work/task_run.h"
#include "git/snapshot.h"
#include "os/files.h"
#include "store/jobs.h"
#include "store/missions.h"
#include "store/runs.h"
#include "store/tasks.h"

namespace assay::engine {

using model::Move;

namespace {

// The task stays ready, with the report; who did not look at the rest is told by the checker's own end.
store::JobFinish flagged(const model::Task& checker, const model::Task& checked, const std::string& report) {
  store::JobFinish out;
  out.moves = {{checker.id, Move::fail, excerpt(report, 2000), {}}, {checked.id, Move::flag, {}, report}};
  return out;
}

// In autopilot nobody waits for a person as long as there are rounds left: the work goes back with the report.
store::JobFinish sent_back(const model::Task& checker, const CheckedWork& work, const std::string& report,
                           std::uint32_t max_rounds) {
  auto out = flagged(checker, work.task, report);
  const bool alone = work.mission.policy.mode == model::Mode::autopilot;
  if (alone && work.task.round < max_rounds) out.moves.push_back({work.task.id, Move::reject, {}, {}});
  return out;
}

// ---- the rules

// What the rules say against it; empty: nothing.
Result<std::string> objection_of_rules(const WorkContext& context, const CheckedWork& work) {
  TRY_ASSIGN(const auto policy_commit, policy_commit_of(context.repository, work.mission));
  TRY_ASSIGN(const auto policy_tree, git::Tree::open(context.repository, policy_commit));
  TRY_ASSIGN(const auto policy, read_policy(policy_tree));
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-gate"));
  GateInput input;
  input.from = work.candidate.base;
  input.to = work.candidate.commit;
  input.asked = what_was_asked(work.mission, {&work.asked, 1});
  input.scratch = scratch.path();
  TRY_ASSIGN(input.rules, rules_for_missions(context.store, {&work.mission.id, 1}, policy.rules, context.clock.now()));
  model::VerifiedCheck check;
  TRY(judge_gate(context.repository, input, policy.gate, check));
  if (check.status != model::AcceptanceStatus::failed) return std::string();
  return cat(k_gate_report, check.reason, "\n\n", check.last_output);
}

// ---- the agent

Result<store::JobFinish> ask_agent(const WorkContext& context, const model::Task& checker, const CheckedWork& work) {
  KeptRun kept(context, checker);
  TRY_ASSIGN(const auto run, run_checker(kept.context(), checker, work));
  const auto judged = judge_end(run.report, context.interrupted());
  store::JobFinish out;
  if (run.passed && judged.verdict == Verdict::done) {
    out.moves = {{checker.id, Move::complete, excerpt(run.report.summary, 2000), {}},
                 {work.task.id, Move::pass, cat("checked by ", run.agent, " as ", checker.id.text), {}}};
    out.moves.back().commit = work.tip;
  } else if (judged.verdict == Verdict::wait || judged.verdict == Verdict::given_back) {
    TRY_ASSIGN(const auto before, context.store.runs().of(checker.id));
    auto tries = attempts_so_far(before, checker.round);
    tries.waits_in_a_row += 1;
    out = moves_for(judged, run.report,
                    {checker, nullptr, context.policy, tries, context.interrupted(), context.clock.now()}, {});
  } else if (run.found) {
    out = sent_back(checker, work, run.summary, context.policy.max_rounds);
  } else {
    out = flagged(checker, work.task, run.summary.empty() ? judged.reason : run.summary);
  }
  out.run = kept.end(run.report, run.log);
  return out;
}

}  // namespace

Result<store::JobFinish> do_check_job(const WorkContext& context) {
  const auto& checker = *context.claim.task;
  TRY_ASSIGN(const auto checked, context.store.tasks().find(checker.checker_for));
  TRY_ASSIGN(const auto work, checked_work_of(context, checked));
  TRY_ASSIGN(const auto against, objection_of_rules(context, work));
  if (!against.empty()) return sent_back(checker, work, against, context.policy.max_rounds);
  TRY_ASSIGN(auto critic, criticise(context, checker, work.asked, work.candidate));
  if (critic.ends) return std::move(*critic.ends);
  TRY_ASSIGN(auto finish, ask_agent(context, checker, work));
  finish.rounds = std::move(critic.rounds);
  return finish;
}

}  // namespace assay::engine
