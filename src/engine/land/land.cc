// The flow, top to bottom in land() and attempt(). What the order guards:
//
// - The commit that lands is made, and its tree compared with the verified one, before anything is touched.
// - What is about to happen is in the store before it happens, with the very commit. After a kill at any
//   instruction the next run asks where that commit is: in the target (then only the record is missing) or
//   not (then nothing has happened). So it never lands twice.
// - The remote is asked first where there is one: a branch that others share decides, ours follows.
// - The target changes by compare-and-swap. If it moved, everything is looked at again, the work is merged
//   and verified on what the target is now; there is no merge that nobody verified.
#include "engine/land/land.h"

#include "base/text.h"
#include "engine/evidence.h"
#include "engine/land/attest.h"
#include "engine/land/commit.h"
#include "engine/land/lock.h"
#include "engine/land/run.h"
#include "git/commit.h"
#include "git/commit_signing.h"
#include "os/files.h"
#include "store/landings.h"
#include "store/missions.h"
#include "store/tasks.h"
#include "store/verifications.h"

namespace assay::engine {

using model::LandingState;
using model::MissionStatus;
using model::VerificationOutcome;

namespace {

constexpr int k_attempts = 5;

// ---- looking -----------------------------------------------------------------------------------

Result<StepResult> load_mission(LandRun& run) {
  run.at(LandStep::look);
  auto& store = run.context.store;
  TRY_ASSIGN(run.mission, store.missions().find(run.request.mission));
  TRY_ASSIGN(run.tasks, store.tasks().of(run.request.mission, {}));
  if (run.mission.status != MissionStatus::ready_to_land) {
    return refuse(run, LandRefusal::not_ready,
                  cat(run.mission.id.text, " is ", name(run.mission.status), ", not ready_to_land",
                      run.mission.hold.empty() ? std::string() : cat(" (held: ", run.mission.hold, ")")),
                  next_for(run));
  }
  TRY_ASSIGN(const auto verified, store.verifications().latest(run.mission.id));
  if (!verified || verified->outcome != VerificationOutcome::passed || verified->commit.empty()) {
    return refuse(run, LandRefusal::not_verified, cat("no verification of ", run.mission.id.text, " has passed"),
                  cat("assay verify ", run.mission.id.text));
  }
  run.verified = *verified;
  const Evidence evidence(os::join_path(run.context.folder, "evidence"));
  if (!evidence.path_of(verified->report)) {
    return refuse(run, LandRefusal::not_verified,
                  cat("the evidence of ", verified->id, " is gone, so that nobody could prove later what landed"),
                  cat("assay verify ", run.mission.id.text, " --fresh"));
  }
  TRY_ASSIGN(const auto target, git::read_ref(run.context.repository, run.target_ref()));
  if (!target) {
    return refuse(run, LandRefusal::target_missing, cat("there is no branch ", run.mission.target_branch, " here"),
                  cat("make it: git branch ", run.mission.target_branch, " <where it begins>"));
  }
  TRY_ASSIGN(const auto way, refuse_symbolic(run));
  if (way != StepResult::proceed) return way;
  TRY_ASSIGN(run.policy, land_policy_of(run.context.repository, *target));
  auto& landing = run.landing;
  landing = {};
  landing.mission = run.mission.id;
  landing.target_branch = run.mission.target_branch;
  landing.target_commit = *target;
  landing.strategy = run.request.strategy.value_or(run.policy.strategy);
  landing.via = run.request.via.value_or(run.policy.via);
  landing.remote = run.request.remote.value_or(run.policy.remote);
  if (landing.via == model::LandVia::pull_request && landing.remote.empty()) {
    return Result<StepResult>(
        invalid_input("a pull request needs a remote: --remote NAME, or remote in [land] of assay.toml"));
  }
  return StepResult::proceed;
}

// ---- what lands --------------------------------------------------------------------------------

// The target has the work already, by a merge on the remote that a person takes as it is: no commit is made.
Result<StepResult> compose_merged(LandRun& run) {
  auto& landing = run.landing;
  TRY_ASSIGN(const auto tree, git::tree_of(run.context.repository, landing.target_commit));
  if (tree != run.verified.tree) {
    return refuse(run, LandRefusal::other_tree,
                  cat("what was merged as ", git::short_id(run.merged_as),
                      " is not all of the work: ", run.mission.target_branch, " does not have the verified tree"),
                  cat("land the rest: assay land ", run.mission.id.text));
  }
  landing.via = model::LandVia::direct;
  landing.commit = run.merged_as;
  landing.tip = landing.target_commit;
  TRY_ASSIGN(landing.onto, run.context.repository.commit_of(cat(run.merged_as, "^1")));
  run.did(cat("takes ", git::short_id(run.merged_as), " as it was merged; ", run.mission.target_branch,
              " has the verified tree ", git::short_id(tree)));
  return StepResult::proceed;
}

Result<StepResult> compose(LandRun& run) {
  run.at(LandStep::compose);
  auto& landing = run.landing;
  landing.verification = run.verified.id;
  landing.verified_commit = run.verified.commit;
  landing.verified_tree = run.verified.tree;
  landing.evidence = run.verified.report;
  if (!run.merged_as.empty()) return compose_merged(run);
  run.report.message =
      compose_message(message_for(run.mission, run.tasks, run.verified.report), run.policy.message, landing.strategy);
  TRY_ASSIGN(const auto signing, git::commit_signing(run.context.repository));
  const LandTerms terms{landing.strategy,
                        landing.target_commit,
                        run.verified.commit,
                        landing.target_commit,
                        run.verified.tree,
                        run.report.message,
                        run.mission.id.text,
                        run.context.clock.now().ms / 1000,
                        signing ? &*signing : nullptr};
  const auto made = make_landing_commit(run.context.repository, terms);
  if (!made && made.error().code == Code::invalid_input) {
    return refuse(run, LandRefusal::cannot_sign, made.error().message, std::string(k_mend_signing));
  }
  if (!made && made.error().code == Code::conflict) {
    return refuse(run, LandRefusal::other_tree, made.error().message, "assay land --strategy merge");
  }
  TRY_ASSIGN(landing.commit, made);
  landing.tip = landing.commit;
  landing.onto = landing.target_commit;
  if (landing.via == model::LandVia::pull_request)
    landing.branch = cat("land/", run.mission.id.text, "-", landing.commit.substr(0, 8));
  TRY_ASSIGN(const auto trees, run.context.repository.run_sealed({"rev-parse", cat(landing.commit, "^{tree}"),
                                                                  cat(landing.target_commit, "^{tree}")}));
  const auto lines = split_lines(trees);
  if (lines.size() != 2 || lines[0] != run.verified.tree) {
    return refuse(run, LandRefusal::other_tree,
                  cat("the commit ", git::short_id(landing.commit), " does not have the verified tree"),
                  "run assay doctor; do not land by hand");
  }
  if (lines[1] == run.verified.tree) {
    return refuse(run, LandRefusal::already_in_target,
                  cat(run.mission.target_branch, " has all of this work already, and it did not come there by landing"),
                  cat("find out who put it there (git log ", run.mission.target_branch,
                      "); take it out and land again, or cancel the mission's tasks"));
  }
  TRY_ASSIGN(const auto kept, keep_commit(run));
  if (kept != StepResult::proceed) return kept;
  run.did(cat(run.request.dry_run ? "would make " : "made ",
              landing.strategy == model::LandStrategy::merge ? "the merge commit " : "the commit ",
              git::short_id(landing.commit), " with the verified tree ", git::short_id(landing.verified_tree)));
  return StepResult::proceed;
}

// A proposal moves no branch here, so no checkout either.
Result<StepResult> check_checkouts(LandRun& run) {
  run.at(LandStep::checkouts);
  if (run.landing.via == model::LandVia::pull_request) return StepResult::proceed;
  return look_at_checkouts(run);
}

Result<StepResult> promise(LandRun& run) {
  if (!run.request.dry_run) return intend(run);
  const auto& landing = run.landing;
  const bool proposes = landing.via == model::LandVia::pull_request;
  if (run.has_remote()) {
    run.did(cat("would push ", proposes ? "a branch" : landing.target_branch, " to ", landing.remote));
  }
  run.did(proposes ? cat("would propose it for ", landing.target_branch)
                   : cat("would move ", landing.target_branch, " from ", git::short_id(landing.target_commit), " to ",
                         git::short_id(landing.commit)));
  run.report.outcome = LandOutcome::would_land;
  run.report.landing = landing;
  return StepResult::stop;
}

// ---- what an earlier run began -----------------------------------------------------------------

bool is_what_is_asked(const LandRun& run) {
  const auto& asked = run.request;
  const auto& landing = run.landing;
  return (!asked.strategy || *asked.strategy == landing.strategy) &&
         (!asked.remote || *asked.remote == landing.remote) && (!asked.via || *asked.via == landing.via);
}

Result<bool> target_is_expected(LandRun& run) {
  TRY_ASSIGN(const auto here, git::read_ref(run.context.repository, run.target_ref()));
  return here.value_or("") == run.landing.target_commit;
}

Result<LandReport> already(LandRun& run) {
  auto& report = run.report;
  report.outcome = LandOutcome::already_landed;
  TRY_ASSIGN(const auto latest, run.context.store.landings().latest(run.mission.id));
  if (latest) report.landing = *latest;
  TRY_ASSIGN(const bool inside, target_contains(run, run.mission.landed_commit));
  if (!inside && report.landing.remote.empty()) {
    report.notes.push_back(cat(git::short_id(run.mission.landed_commit), " is no longer in ", run.mission.target_branch,
                               ": somebody took it out after it landed"));
    report.next = cat("find out who did (git reflog ", run.mission.target_branch, "); to have it back: git merge ",
                      git::short_id(run.mission.landed_commit),
                      ", or a new mission; if it is to stay out: assay close ", run.mission.id.text, " --reason \"…\"");
  }
  if (!run.request.dry_run) attest(run, run.mission.id);
  return std::move(report);
}

using Step = Result<StepResult> (*)(LandRun&);
constexpr Step k_attempt[] = {load_mission, meet_remote,     find_arrived, catch_up,
                              compose,      check_checkouts, promise,      carry_out};

Result<StepResult> attempt(LandRun& run) {
  for (const auto step : k_attempt) {
    TRY_ASSIGN(const auto way, step(run));
    if (way != StepResult::proceed) return way;
  }
  return StepResult::stop;
}

}  // namespace

// A push that was not answered in time, or that a kill cut off, may arrive after the run that made it was given up.
Result<StepResult> find_arrived(LandRun& run) {
  if (run.request.dry_run || !run.merged_as.empty()) return StepResult::proceed;
  TRY_ASSIGN(const auto landings, run.context.store.landings().of(run.mission.id));
  for (const auto& old : landings) {
    if (old.state != LandingState::abandoned || old.via != model::LandVia::direct || old.tip.empty()) continue;
    TRY_ASSIGN(const auto known, run.context.repository.find_commit(old.tip));
    if (!known) continue;  // it was collected: no branch has it
    TRY_ASSIGN(const bool inside, git::is_ancestor(run.context.repository, old.tip, run.landing.target_commit));
    if (!inside) continue;
    TRY_ASSIGN(const auto tree, git::tree_of(run.context.repository, old.tip));
    if (tree != old.verified_tree) continue;
    const auto remote = run.landing.remote;
    run.landing = old;
    run.landing.remote = remote;
    run.landing.reason.clear();
    run.did(cat("found ", git::short_id(old.tip), " in ", old.target_branch, ": it arrived after it was given up"));
    TRY_ASSIGN(const auto way, intend(run));
    return way == StepResult::proceed ? finish_here(run, Begun::before) : way;
  }
  return StepResult::proceed;
}

Result<StepResult> refuse_symbolic(LandRun& run) {
  TRY_ASSIGN(const auto other, git::symbolic_ref(run.context.repository, run.target_ref()));
  if (!other) return StepResult::proceed;
  constexpr std::string_view k_heads = "refs/heads/";
  const std::string branch = other->starts_with(k_heads) ? other->substr(k_heads.size()) : *other;
  return refuse(run, LandRefusal::target_symbolic,
                cat("the branch ", run.mission.target_branch, " is a symbolic ref that stands for ", branch,
                    ", and is not moved"),
                cat("make missions for that branch (assay mission new --target ", branch, "), or make ",
                    run.mission.target_branch, " a branch of its own: git symbolic-ref -d ", run.target_ref(),
                    " && git branch ", run.mission.target_branch, " ", branch));
}

Result<StepResult> resume(LandRun& run) {
  TRY_ASSIGN(const auto latest, run.context.store.landings().latest(run.mission.id));
  if (!latest || !latest->is_open()) return StepResult::proceed;
  run.at(LandStep::resume);
  run.landing = *latest;
  if (run.request.dry_run) {
    run.did(cat("would finish ", latest->id, ", which was begun ", to_iso(latest->started_at)));
    run.report.outcome = LandOutcome::would_land;
    run.report.landing = run.landing;
    return StepResult::stop;
  }
  TRY_ASSIGN(const auto target, git::read_ref(run.context.repository, run.target_ref()));
  if (target) {
    TRY_ASSIGN(run.policy, land_policy_of(run.context.repository, *target));
  }
  if (latest->state == LandingState::proposed) return look_at_proposal(run);
  if (latest->via == model::LandVia::direct) {
    TRY_ASSIGN(const bool inside, run.has_remote() ? is_on_remote(run) : target_contains(run, latest->tip));
    if (inside) {
      run.did(
          cat("found ", git::short_id(latest->tip), " in ", latest->target_branch, ": an earlier run put it there"));
      return finish_here(run, Begun::before);
    }
  }
  TRY_ASSIGN(const bool expected, target_is_expected(run));
  if (expected && is_what_is_asked(run) && latest->onto == latest->target_commit && latest->tip == latest->commit) {
    TRY_ASSIGN(const auto way, check_checkouts(run));
    return way == StepResult::proceed ? carry_out(run) : way;
  }
  return give_up(run, "interrupted before the target moved", StepResult::proceed);
}

Result<LandReport> land(const LandContext& context, const LandRequest& request) {
  LandRun run(context, request);
  TRY_ASSIGN(run.mission, context.store.missions().find(request.mission));
  TRY_ASSIGN(const auto lock, lock_target(context.folder, run.mission.target_branch));
  TRY_ASSIGN(run.mission, context.store.missions().find(request.mission));  // as whoever landed before left it
  run.report.mission = run.mission.id;
  run.report.title = run.mission.title;
  if (!request.dry_run) {
    run.report.notes = finish_moves(context.repository);
    for (auto& note : finish_signatures(context.repository, context.folder, context.store))
      run.report.notes.push_back(std::move(note));
  }
  if (run.mission.facts.landed) return already(run);
  TRY_ASSIGN(auto way, resume(run));
  for (int n = 0; way != StepResult::stop && n < k_attempts; ++n) {
    TRY_ASSIGN(way, attempt(run));
  }
  if (way != StepResult::stop) {
    refuse(run, LandRefusal::target_moved,
           cat(run.mission.target_branch, " moved ", k_attempts, " times while this was about to land"),
           "land again when it is quieter, or line missions up (assay queue add)");
  }
  return std::move(run.report);
}

}  // namespace assay::engine
