// Doing it: from the intent to the record. Everything here may be interrupted anywhere; what is done again looks
// first. Several missions may land together (the queue): one swap, one proof, a record each.
#include "base/text.h"
#include "engine/land/run.h"
#include "engine/verify/answers.h"
#include "git/commit.h"
#include "store/landings.h"
#include "store/missions.h"
#include "store/verifications.h"

namespace assay::engine {

using model::MissionStatus;

namespace {

// Keeps the commit from being collected before a branch has it.
std::string kept_ref(const LandRun& run) { return cat("refs/assay/missions/", run.mission.id.text, "/landing"); }

// Whether the mission is still what the intent was written for.
Result<bool> is_unchanged(LandRun& run, const model::Landing& landing, model::Mission& mission) {
  TRY_ASSIGN(mission, run.context.store.missions().find(landing.mission));
  TRY_ASSIGN(const auto latest, run.context.store.verifications().latest(landing.mission));
  return mission.status == MissionStatus::ready_to_land && latest && latest->id == landing.verification;
}

// Somebody may have held or changed a mission since the intent.
Result<StepResult> confirm(LandRun& run) {
  run.at(LandStep::confirm);
  TRY_ASSIGN(bool unchanged, is_unchanged(run, run.landing, run.mission));
  for (auto& each : run.together) {
    TRY_ASSIGN(const bool also, is_unchanged(run, each.landing, each.mission));
    unchanged = unchanged && also;
  }
  if (unchanged) return StepResult::proceed;
  const auto way = refuse(run, LandRefusal::mission_changed,
                          cat("the mission was changed while it was about to land; it is ", name(run.mission.status)),
                          next_for(run));
  return give_up(run, run.report.reason, way);
}

Result<StepResult> swap_target(LandRun& run) {
  run.at(LandStep::swap);
  const auto& landing = run.landing;
  const git::RefChange change{run.target_ref(), landing.tip, landing.target_commit};
  TRY_ASSIGN(const auto moved,
             git::swap_refs(run.context.repository, std::span(&change, 1), cat("assay: land ", landing.mission.text)));
  if (!moved && landing.tip == landing.target_commit) return StepResult::proceed;  // it was there
  if (!moved) {
    run.did(cat("moved ", landing.target_branch, " from ", git::short_id(landing.target_commit), " to ",
                git::short_id(landing.tip)));
    return StepResult::proceed;
  }
  TRY_ASSIGN(const bool inside, target_contains(run, landing.tip));
  if (inside) return StepResult::proceed;
  if (run.has_remote()) {
    run.report.notes.push_back(cat(landing.target_branch, " here is at ", git::short_id(moved->found),
                                   " and was not moved; bring it up to ", landing.remote, "'s (git pull)"));
    return StepResult::proceed;
  }
  return give_up(run, cat(landing.target_branch, " moved to ", git::short_id(moved->found)), StepResult::retry);
}

// The remote has it, so the mission lands; only here it is not as it should be.
StepResult go_on_with_note(LandRun& run, std::string note) {
  run.report.notes.push_back(std::move(note));
  run.report.refusal = LandRefusal::none;
  run.report.reason.clear();
  run.report.next.clear();
  return StepResult::proceed;
}

constexpr std::string_view k_left = "; the branch here was left where it was: git pull";

// A checkout that changed in the last moment must not be left behind its branch: the swap is undone.
Result<StepResult> undo_swap(LandRun& run, const HeldCheckouts& held) {
  const auto& landing = run.landing;
  const git::RefChange back{run.target_ref(), landing.target_commit, landing.tip};
  TRY_ASSIGN(const auto moved, git::swap_refs(run.context.repository, std::span(&back, 1),
                                              cat("assay: undo land ", landing.mission.text)));
  const std::string reason = run.report.reason;
  if (moved) {
    TRY(take_off_branch(run, held, reason));
    return go_on_with_note(run, reason);
  }
  run.did(cat("put ", landing.target_branch, " back to ", git::short_id(landing.target_commit)));
  if (run.has_remote()) return go_on_with_note(run, cat(reason, k_left));
  return give_up(run, reason, StepResult::stop);
}

Result<StepResult> follow(LandRun& run, HeldCheckouts& held, Begun begun) {
  run.at(LandStep::checkout);
  const auto& landing = run.landing;
  TRY_ASSIGN(const bool inside, target_contains(run, landing.tip));
  if (!inside) return StepResult::proceed;  // somebody took it out again
  TRY_ASSIGN(const auto way, move_checkouts(run, held, {landing.target_commit, landing.tip}, begun));
  return way == StepResult::proceed ? Result<StepResult>(way) : undo_swap(run, held);
}

// Another git is at work in a checkout, and nothing is moved here.
Result<StepResult> stay(LandRun& run, StepResult way) {
  TRY_ASSIGN(const bool inside, target_contains(run, run.landing.tip));
  if (inside) return way;  // an earlier run moved it; the next one finishes
  if (run.has_remote()) return go_on_with_note(run, cat(run.report.reason, k_left));
  return give_up(run, run.report.reason, way);
}

// The branch, and its checkouts with it.
Result<StepResult> bring_here(LandRun& run, Begun begun) {
  run.at(LandStep::hold);
  HeldCheckouts held;
  TRY_ASSIGN(auto way, hold_checkouts(run, {run.landing.target_commit, run.landing.tip}, held));
  if (way != StepResult::proceed) return stay(run, way);
  pin(held);
  const auto swapped = swap_target(run);
  if (!swapped) {
    release_unless_moved(run, held, run.landing.tip);
    return swapped.error();
  }
  way = *swapped;
  if (way == StepResult::proceed) {
    TRY_ASSIGN(way, follow(run, held, begun));
  }
  release(held);
  return way;
}

Result<StepResult> prove(LandRun& run) {
  run.at(LandStep::prove);
  auto& landing = run.landing;
  std::string proof;
  if (run.has_remote()) {
    proof = cat(landing.remote, " has it in ", run.target_ref());  // asked by push_landing or resume
  } else {
    TRY_ASSIGN(const bool inside, target_contains(run, landing.tip));
    if (!inside) {
      const auto way = refuse(
          run, LandRefusal::target_moved,
          cat(git::short_id(landing.tip), " was put into ", landing.target_branch, " and taken out again by somebody"),
          cat("see git reflog ", landing.target_branch, ", then land again"));
      return give_up(run, run.report.reason, way);
    }
    proof = cat(run.target_ref(), " contains it");
  }
  TRY_ASSIGN(const auto tree, git::tree_of(run.context.repository, landing.tip));
  if (tree != landing.verified_tree) {
    return Result<StepResult>(
        corrupt(cat(git::short_id(landing.tip), " has the tree ", git::short_id(tree), ", not the verified ",
                    git::short_id(landing.verified_tree), "; it is not recorded as landed")));
  }
  TRY(note_taken_back(run));
  TRY(record_landing(run, landing.tip, proof));
  run.report.outcome = LandOutcome::landed;
  run.report.landing = landing;
  run.at(LandStep::done);
  return StepResult::stop;
}

}  // namespace

std::string LandRun::target_ref() const { return cat("refs/heads/", mission.target_branch); }

StepResult refuse(LandRun& run, LandRefusal why, std::string reason, std::string next) {
  run.report.outcome = LandOutcome::refused;
  run.report.refusal = why;
  run.report.reason = std::move(reason);
  run.report.next = std::move(next);
  run.report.landing = run.landing;
  return StepResult::stop;
}

std::string next_for(const LandRun& run) {
  const auto& mission = run.mission;
  switch (mission.status) {
    case MissionStatus::awaiting_acceptance: {
      const auto question = open_question(run.context.store, mission.id);
      return question && *question
                 ? cat(answer_command(mission.id, **question), ", then assay verify ", mission.id.text)
                 : cat("assay verify ", mission.id.text);
    }
    case MissionStatus::blocked:
      return cat("see what blocks it: assay mission show ", mission.id.text, ", assay accept");
    default: return cat("finish its tasks first: assay mission show ", mission.id.text);
  }
}

Result<bool> target_contains(const LandRun& run, const std::string& commit) {
  TRY_ASSIGN(const auto now, git::read_ref(run.context.repository, run.target_ref()));
  if (!now) return false;
  if (*now == commit) return true;
  return git::is_ancestor(run.context.repository, commit, *now);
}

Result<StepResult> give_up(LandRun& run, const std::string& why, StepResult way) {
  TRY(run.context.store.change().landings().abandon(run.landing.id, why));
  for (const auto& each : run.together) TRY(run.context.store.change().landings().abandon(each.landing.id, why));
  return way;
}

Result<StepResult> keep_commit(LandRun& run) {
  if (run.request.dry_run) return StepResult::proceed;
  const auto kept = git::keep(run.context.repository, kept_ref(run), run.landing.tip);
  if (kept) return StepResult::proceed;
  TRY_ASSIGN(const auto there, run.context.repository.ask({"cat-file", "-e", run.landing.tip}));
  if (there.ok()) return kept.error();
  return StepResult::retry;
}

Result<StepResult> intend(LandRun& run) {
  run.at(LandStep::intend);
  TRY_ASSIGN(const auto kept, keep_commit(run));
  if (kept != StepResult::proceed) return kept;
  std::vector<store::LandingIntent> intents;
  for (const auto& each : run.together) intents.push_back({each.landing, each.mission.version});
  intents.push_back({run.landing, run.mission.version});
  const auto begun = run.context.store.change(run.request.actor).landings().begin(intents);
  if (!begun && begun.error().code == Code::conflict) {
    return refuse(run, LandRefusal::mission_changed, begun.error().message, "look at it and land again");
  }
  TRY_ASSIGN(const auto landings, begun);
  for (size_t i = 0; i < run.together.size(); ++i) run.together[i].landing = landings[i];
  run.landing = landings.back();
  return StepResult::proceed;
}

Result<StepResult> finish_here(LandRun& run, Begun begun) {
  TRY_ASSIGN(const auto way, bring_here(run, begun));
  return way == StepResult::proceed ? prove(run) : Result<StepResult>(way);
}

Result<StepResult> carry_out(LandRun& run) {
  TRY_ASSIGN(auto way, confirm(run));
  if (way != StepResult::proceed) return way;
  if (run.landing.via == model::LandVia::pull_request) return propose(run);
  if (run.has_remote()) {
    TRY_ASSIGN(way, push_landing(run));
    if (way != StepResult::proceed) return way;
  }
  return finish_here(run, Begun::now);
}

}  // namespace assay::engine
