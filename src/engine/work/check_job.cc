// The check of a task, cheapest first: the rules of `assay check` over its change, then the critic with the
// task's criteria, then an agent that did not do the work. A block earlier saves the later ones.
#include "base/text.h"
#include "engine/check/gate.h"
#include "engine/verify/integration.h"
#include "engine/verify/mission_checks.h"
#include "engine/work/agents/agent_runs.h"
#include "engine/work/critic/rounds.h"
#include "engine/work/critic_job.h"
#include "engine/work/job.h"
#include "engine/work/task_moves.h"
#include "engine/work/task_run.h"
#include "engine/worktree_folder.h"
#include "git/commit.h"
#include "git/snapshot.h"
#include "git/worktrees/worktree_place.h"
#include "os/files.h"
#include "store/jobs.h"
#include "store/missions.h"
#include "store/runs.h"
#include "store/tasks.h"

namespace assay::engine {

using model::Move;

namespace {

// What is looked at.
struct CheckedWork {
  model::Task checked;
  model::Mission mission;
  std::string base;    // where the task began
  std::string commit;  // the tip of its branch
};

Result<CheckedWork> candidate_of(const WorkContext& context, const model::Task& checker) {
  CheckedWork out;
  TRY_ASSIGN(out.checked, context.store.tasks().find(checker.checker_for));
  if (out.checked.mission.empty()) {
    return invalid_input(cat(out.checked.id.text, " belongs to no mission; there is no branch to check"));
  }
  TRY_ASSIGN(out.mission, context.store.missions().find(out.checked.mission));
  TRY_ASSIGN(out.commit, context.repository.commit_of(cat("refs/heads/", branch_of(out.mission.id, out.checked.id))));
  const auto place = git::find_place(context.repository, task_worktree_name(out.mission.id.text, out.checked.id.text));
  out.base = place && *place ? (*place)->base : out.mission.base_commit;
  return out;
}

// The task stays ready, with the report; who did not look at the rest is told by the checker's own end.
store::JobFinish flagged(const model::Task& checker, const model::Task& checked, const std::string& report) {
  store::JobFinish out;
  out.moves = {{checker.id, Move::fail, excerpt(report, 2000), {}}, {checked.id, Move::flag, {}, report}};
  return out;
}

// In autopilot nobody waits for a person as long as there are rounds left: the work goes back with the report.
store::JobFinish sent_back(const model::Task& checker, const CheckedWork& candidate, const std::string& report,
                           std::uint32_t max_rounds) {
  auto out = flagged(checker, candidate.checked, report);
  const bool alone = candidate.mission.policy.mode == model::Mode::autopilot;
  if (alone && candidate.checked.round < max_rounds) out.moves.push_back({candidate.checked.id, Move::reject, {}, {}});
  return out;
}

// ---- the rules

// What the rules say against it; empty: nothing.
Result<std::string> objection_of_rules(const WorkContext& context, const CheckedWork& candidate) {
  TRY_ASSIGN(const auto policy_commit, policy_commit_of(context.repository, candidate.mission));
  TRY_ASSIGN(const auto policy_tree, git::Tree::open(context.repository, policy_commit));
  TRY_ASSIGN(const auto policy, read_policy(policy_tree));
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-gate"));
  GateInput input;
  input.from = candidate.base;
  input.to = candidate.commit;
  input.asked = what_was_asked(candidate.mission, {&candidate.checked, 1});
  input.scratch = scratch.path();
  TRY_ASSIGN(input.rules,
             rules_for_missions(context.store, {&candidate.mission.id, 1}, policy.rules, context.clock.now()));
  model::VerifiedCheck check;
  TRY(judge_gate(context.repository, input, policy.gate, check));
  if (check.status != model::AcceptanceStatus::failed) return std::string();
  return cat(k_gate_report, check.reason, "\n\n", check.last_output);
}

// ---- the agent

Result<store::JobFinish> ask_agent(const WorkContext& context, const model::Task& checker,
                                   const CheckedWork& candidate) {
  KeptRun kept(context, checker);
  TRY_ASSIGN(const auto run, run_checker(kept.context(), checker, candidate.checked));
  const auto judged = judge_end(run.report, context.interrupted());
  store::JobFinish out;
  if (run.passed && judged.verdict == Verdict::done) {
    out.moves = {{checker.id, Move::complete, excerpt(run.report.summary, 2000), {}},
                 {candidate.checked.id, Move::pass, cat("checked by ", run.agent, " as ", checker.id.text), {}}};
    out.moves.back().commit = candidate.commit;
  } else if (judged.verdict == Verdict::wait || judged.verdict == Verdict::given_back) {
    TRY_ASSIGN(const auto before, context.store.runs().of(checker.id));
    auto tries = attempts_so_far(before, checker.round);
    tries.waits_in_a_row += 1;
    out = moves_for(judged, run.report,
                    {checker, nullptr, context.policy, tries, context.interrupted(), context.clock.now()}, {});
  } else {
    out = flagged(checker, candidate.checked, run.summary.empty() ? judged.reason : run.summary);
  }
  out.run = kept.end(run.report, run.log);
  return out;
}

}  // namespace

Result<store::JobFinish> do_check_job(const WorkContext& context) {
  const auto& checker = *context.claim.task;
  TRY_ASSIGN(const auto candidate, candidate_of(context, checker));
  TRY_ASSIGN(const auto against, objection_of_rules(context, candidate));
  if (!against.empty()) return sent_back(checker, candidate, against, context.policy.max_rounds);
  TRY_ASSIGN(const auto tree, git::tree_of(context.repository, candidate.commit));
  TRY_ASSIGN(auto critic, criticise(context, checker, candidate.checked, {candidate.commit, tree, candidate.base}));
  if (critic.ends) return std::move(*critic.ends);
  TRY_ASSIGN(auto finish, ask_agent(context, checker, candidate));
  finish.rounds = std::move(critic.rounds);
  return finish;
}

}  // namespace assay::engine
