// A remote that others share decides; our own branch follows it. What we have and it has not would be
// published by a landing without anybody having verified it, so that is refused.
#include "git/remote.h"

#include "base/text.h"
#include "engine/land/run.h"
#include "git/commit.h"

namespace assay::engine {

namespace {

std::string tracking_ref(const LandRun& run) {
  return cat("refs/remotes/", run.landing.remote, "/", run.mission.target_branch);
}

StepResult refuse_ahead(LandRun& run, std::string_view how) {
  const auto& remote = run.landing.remote;
  const auto& branch = run.mission.target_branch;
  return refuse(run, LandRefusal::remote_ahead,
                cat(branch, " here ", how, " ", remote, "'s; landing would publish commits that nobody verified"),
                cat("see git log ", remote, "/", branch, "..", branch, "; push them yourself, or move ", branch,
                    " back to ", remote, "/", branch));
}

// Our branch was behind: it goes to what the remote has, with its checkouts.
Result<StepResult> fast_forward(LandRun& run, const std::string& to) {
  auto& landing = run.landing;
  const std::string from = landing.target_commit;
  if (run.request.dry_run) {
    run.did(
        cat("would bring ", run.mission.target_branch, " to ", git::short_id(to), " as ", landing.remote, " has it"));
    landing.target_commit = to;
    return StepResult::proceed;
  }
  landing.tip = to;
  TRY_ASSIGN(auto way, look_at_checkouts(run));
  if (way != StepResult::proceed) return way;
  const git::IndexLock::Move move{from, to};
  HeldCheckouts held;
  TRY_ASSIGN(way, hold_checkouts(run, move, held));
  if (way != StepResult::proceed) return way;
  pin(held);
  const git::RefChange change{run.target_ref(), to, from};
  const auto moved =
      git::swap_refs(run.context.repository, std::span(&change, 1), cat("assay: follow ", landing.remote));
  if (!moved) {
    release_unless_moved(run, held, to);
    return moved.error();
  }
  if (*moved) {
    release(held);
    return StepResult::retry;
  }
  TRY_ASSIGN(way, move_checkouts(run, held, move, Begun::now));
  if (way != StepResult::proceed) {
    const git::RefChange back{run.target_ref(), from, to};
    TRY_ASSIGN(const auto stays, git::swap_refs(run.context.repository, std::span(&back, 1), "assay: undo"));
    if (stays) TRY(take_off_branch(run, held, run.report.reason));
  }
  release(held);
  if (way != StepResult::proceed) return way;
  run.did(cat("brought ", run.mission.target_branch, " to ", git::short_id(to), " as ", landing.remote, " has it"));
  landing.target_commit = to;
  landing.tip.clear();
  return StepResult::proceed;
}

}  // namespace

Result<StepResult> meet_remote(LandRun& run) {
  if (!run.has_remote()) return StepResult::proceed;
  run.at(LandStep::remote);
  const auto& repository = run.context.repository;
  const auto& here = run.landing.target_commit;
  TRY_ASSIGN(const auto there, git::remote_ref(repository, run.landing.remote, run.target_ref(), run.silence()));
  if (!there) {
    return refuse(run, LandRefusal::target_missing,
                  cat(run.landing.remote, " has no branch ", run.mission.target_branch),
                  cat("push it once yourself: git push ", run.landing.remote, " ", run.mission.target_branch));
  }
  if (*there == here) return StepResult::proceed;
  TRY_ASSIGN(const auto fetched,
             git::fetch_ref(repository, run.landing.remote, run.target_ref(), tracking_ref(run), run.silence()));
  TRY_ASSIGN(const bool behind, git::is_ancestor(repository, here, fetched));
  if (behind) return fast_forward(run, fetched);
  TRY_ASSIGN(const bool ahead, git::is_ancestor(repository, fetched, here));
  return refuse_ahead(run, ahead ? "has commits beyond" : "went another way than");
}

Result<bool> is_on_remote(LandRun& run) {
  const auto& repository = run.context.repository;
  TRY_ASSIGN(const auto there, git::remote_ref(repository, run.landing.remote, run.target_ref(), run.silence()));
  if (!there) return false;
  if (*there == run.landing.tip) return true;
  TRY_ASSIGN(const auto fetched,
             git::fetch_ref(repository, run.landing.remote, run.target_ref(), tracking_ref(run), run.silence()));
  return git::is_ancestor(repository, run.landing.tip, fetched);
}

Result<StepResult> push_landing(LandRun& run) {
  run.at(LandStep::push);
  auto& landing = run.landing;
  const auto asked = git::push(run.context.repository,
                               {landing.remote, run.target_ref(), landing.tip, landing.target_commit, run.silence()});
  if (!asked) {
    return Error{asked.error().code,
                 cat(asked.error().message, "; whether it took the push is not known. Next: assay land ",
                     run.mission.id.text, ", which asks it and never lands twice")};
  }
  const auto& pushed = *asked;
  if (pushed.end == git::PushEnd::moved) {
    return give_up(run, cat(landing.remote, " moved meanwhile: ", pushed.reason), StepResult::retry);
  }
  if (pushed.end == git::PushEnd::refused) {
    const auto way = refuse(run, LandRefusal::remote_refused, cat(landing.remote, " refused the push: ", pushed.reason),
                            cat("fix what it names; for a protected branch propose it: assay land ",
                                run.mission.id.text, " --remote ", landing.remote, " --via pr"));
    return give_up(run, run.report.reason, way);
  }
  run.at(LandStep::prove_remote);
  TRY_ASSIGN(const bool there, is_on_remote(run));
  if (!there) {
    return refuse(run, LandRefusal::not_on_remote,
                  cat(landing.remote, " took the push of ", git::short_id(landing.tip), " and does not have it in ",
                      run.target_ref()),
                  cat("ask who runs ", landing.remote, "; nothing is recorded as landed, and landing again is safe"));
  }
  run.did(cat("pushed ", run.mission.target_branch, " to ", landing.remote, ", which has it"));
  return StepResult::proceed;
}

}  // namespace assay::engine
