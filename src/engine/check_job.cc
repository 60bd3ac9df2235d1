#include "base/text.h"
#include "engine/agent_runs.h"
#include "engine/job.h"
#include "engine/task_moves.h"
#include "engine/task_run.h"

namespace assay::engine {

using model::Move;

namespace {

// What the checked task is told when its check did not pass.
store::JobFinish flagged(const model::Task& checker, const model::Task& checked, std::string report) {
  store::JobFinish out;
  out.moves = {{checker.id, Move::fail, excerpt(report, 2000), {}}, {checked.id, Move::flag, {}, std::move(report)}};
  return out;
}

}  // namespace

Result<store::JobFinish> do_check_job(const JobContext& context, const store::Claim& claim) {
  const auto& checker = *claim.task;
  TRY_ASSIGN(const auto checked, context.store.task(checker.checker_for));
  KeptRun kept(context, checker);
  TRY_ASSIGN(const auto run, run_checker(kept.context(), checker, checked));
  const auto judged = judge_end(run.report, context.interrupted());
  store::JobFinish out;
  if (run.passed && judged.verdict == Verdict::done) {
    out.moves = {{checker.id, Move::complete, excerpt(run.report.summary, 2000), {}},
                 {checked.id, Move::pass, cat("checked by ", run.agent), {}}};
  } else if (judged.verdict == Verdict::wait || judged.verdict == Verdict::given_back) {
    TRY_ASSIGN(const auto before, context.store.runs(checker.id));
    auto tries = tries_of(before, checker.round);
    tries.waits_in_a_row += 1;
    out = moves_for(judged, run.report,
                    {checker, nullptr, context.policy, tries, context.interrupted(), context.clock.now()}, {});
  } else {
    out = flagged(checker, checked, run.summary.empty() ? judged.reason : run.summary);
  }
  out.run = kept.end(run.report, run.log);
  return out;
}

}  // namespace assay::engine
