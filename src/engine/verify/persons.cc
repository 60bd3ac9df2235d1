// What persons say of checks. An answer belongs to the commits it was given for: what is added to a branch later was
// not looked at, so the question is open again.
#include <algorithm>

#include "base/text.h"
#include "engine/verify/answers.h"
#include "engine/verify/run.h"
#include "store/tasks.h"

namespace assay::engine {

using model::AcceptanceKind;
using model::AcceptanceStatus;

namespace {

std::string said(const model::CheckAnswer& answer) {
  return cat(answer.actor, " at ", to_iso(answer.answered_at), ": ", answer.reason);
}

std::string how_to_answer(const VerifyRun& run, const model::VerifiedCheck& check) {
  model::AcceptanceCheck asked;
  asked.id = check.id;
  return cat("To accept it: ", answer_command(run.mission.id, asked));
}

}  // namespace

void take_answer(const VerifyRun& run, model::VerifiedCheck& check) {
  const auto* answer = answer_to(run.mission.pack, check.id);
  if (answer == nullptr) return;
  if (answer->work != run.result.work) {
    check.reason = cat(check.reason, " An earlier answer was for other work (", said(*answer), ").");
    return;
  }
  // What was not run is not passed because somebody accepts that.
  const bool looked_at = check.kind == AcceptanceKind::manual;
  const bool yes = answer->answer == AcceptanceStatus::passed;
  check.status = !yes ? AcceptanceStatus::failed : looked_at ? AcceptanceStatus::passed : AcceptanceStatus::skipped;
  check.for_person = false;
  check.reason = cat(looked_at ? "" : "Accepted by ", said(*answer));
}

void ask_person(const VerifyRun& run, model::VerifiedCheck& check, std::string_view why) {
  check.status = run.asks_persons ? AcceptanceStatus::pending : AcceptanceStatus::skipped;
  check.for_person = run.asks_persons;
  check.reason = why;
  take_answer(run, check);
  if (check.for_person) check.reason = cat(check.reason, " ", how_to_answer(run, check));
}

Result<void> note_moved_work(VerifyRun& run, const Work& work) {
  TRY_ASSIGN(const auto accepted, run.context.store.tasks().accepted_work(run.mission.id));
  for (const auto& branch : work.branches) {
    const auto found =
        std::find_if(accepted.begin(), accepted.end(), [&](const auto& each) { return each.task.text == branch.name; });
    if (found == accepted.end() || found->commit == branch.commit) continue;
    run.moved +=
        cat(run.moved.empty() ? "" : " ", "The branch of ", branch.name, " is at ", branch.commit.substr(0, 12), "; ",
            found->actor, " accepted it at ", found->commit.substr(0, 12), ", so what came later was not looked at.");
  }
  return {};
}

void ask_for_review(VerifyRun& run, std::string_view why) {
  auto& checks = run.result.checks;
  const auto review = std::find_if(checks.begin(), checks.end(),
                                   [](const auto& check) { return check.kind == AcceptanceKind::manual; });
  if (review == checks.end() || review->status == AcceptanceStatus::failed) return;
  ask_person(run, *review, why);
}

}  // namespace assay::engine
