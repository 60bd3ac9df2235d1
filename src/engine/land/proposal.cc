// A target that nobody may push to: the landing goes to the remote as a branch, somebody merges it there, and
// a later run proves what became of it. Only a commit of the target with the verified tree counts as landed,
// however the host made it (a merge, a squash, a fast-forward).
#include "base/text.h"
#include "engine/land/run.h"
#include "git/commit.h"
#include "git/remote.h"
#include "os/files.h"
#include "os/process/process.h"
#include "store/landings.h"

namespace assay::engine {

namespace {

constexpr size_t k_most_looked_at = 2000;

std::string title_of(const LandRun& run) { return excerpt(run.mission.title, 200); }

// ---- opening it --------------------------------------------------------------------------------

// "git@host:owner/name.git", "https://host/owner/name", "ssh://git@host/owner/name" -> "host/owner/name"
std::string web_place(std::string_view url) {
  if (url.ends_with('/')) url.remove_suffix(1);
  if (url.ends_with(".git")) url.remove_suffix(4);
  const size_t scheme = url.find("://");
  std::string out(scheme == std::string_view::npos ? url : url.substr(scheme + 3));
  if (scheme == std::string_view::npos) {
    const size_t colon = out.find(':');
    if (colon == std::string::npos) return {};
    out[colon] = '/';
  }
  const size_t at = out.find('@');
  if (at != std::string::npos && at < out.find('/')) out.erase(0, at + 1);
  return out;
}

Result<std::string> page_for(const LandRun& run) {
  TRY_ASSIGN(const auto answer, run.context.repository.ask({"remote", "get-url", "--", run.landing.remote}));
  const std::string place = answer.ok() ? web_place(trim(answer.output)) : std::string();
  if (place.starts_with("github.com/")) {
    return cat("https://", place, "/compare/", run.mission.target_branch, "...", run.landing.branch, "?expand=1");
  }
  if (place.starts_with("gitlab.com/")) {
    return cat("https://", place, "/-/merge_requests/new?merge_request[source_branch]=", run.landing.branch,
               "&merge_request[target_branch]=", run.mission.target_branch);
  }
  return cat("a pull request from ", run.landing.branch, " into ", run.mission.target_branch, " on ",
             run.landing.remote);
}

// The command stands in the target's assay.toml, so it is policy of the repository; it runs as the person
// who lands, with what it needs in variables and never in its text.
Result<std::string> open_by_command(LandRun& run) {
  TRY_ASSIGN(const auto scratch, os::ScratchFolder::make("assay-land"));
  const std::string body = os::join_path(scratch.path(), "body");
  TRY(os::write_file(body, run.report.message));
  os::Command command;
  command.argv = {"/bin/sh", "-c", run.policy.pr_command};
  command.folder = run.context.repository.root();
  command.cancel = run.context.cancel;
  command.environment_changes = {cat("ASSAY_BRANCH=", run.landing.branch),
                                 cat("ASSAY_TARGET=", run.mission.target_branch),
                                 cat("ASSAY_REMOTE=", run.landing.remote),
                                 cat("ASSAY_COMMIT=", run.landing.commit),
                                 cat("ASSAY_MISSION=", run.mission.id.text),
                                 cat("ASSAY_TITLE=", title_of(run)),
                                 cat("ASSAY_BODY_FILE=", body)};
  TRY_ASSIGN(const auto captured, os::capture(command, 64 << 10));
  if (captured.outcome.succeeded()) return std::string(trim(captured.output));
  run.report.notes.push_back(cat("the command that opens pull requests failed (", os::describe(captured.outcome),
                                 "): ", excerpt(trim(captured.output), 300)));
  return page_for(run);
}

// ---- what became of it -------------------------------------------------------------------------

struct Arrival {
  std::string commit;  // of the target; empty: it is not there
  std::string tree;
};

// The commit of the target, on its own line of history, with which the proposal came in.
Result<Arrival> find_arrival(const LandRun& run, const std::string& tip) {
  const auto& landing = run.landing;
  TRY_ASSIGN(const auto listing,
             run.context.repository.run_sealed({"rev-list", "--first-parent", "--reverse", "--no-commit-header",
                                                "--format=%H %T", tip, cat("^", landing.target_commit)}));
  TRY_ASSIGN(const bool merged, git::is_ancestor(run.context.repository, landing.commit, tip));
  size_t seen = 0;
  for (const auto line : split_lines(listing)) {
    const std::string commit(line.substr(0, line.find(' ')));
    const std::string tree(line.substr(line.find(' ') + 1));
    if (tree == landing.verified_tree) return Arrival{commit, tree};
    if (!merged || ++seen > k_most_looked_at) continue;
    TRY_ASSIGN(const bool inside, git::is_ancestor(run.context.repository, landing.commit, commit));
    if (inside) return Arrival{commit, tree};
  }
  return Arrival{};
}

Result<StepResult> still_proposed(LandRun& run, const std::string& tip) {
  auto& report = run.report;
  report.outcome = LandOutcome::proposed;
  report.landing = run.landing;
  TRY_ASSIGN(report.pull_request, page_for(run));
  report.next = cat("when it is merged: assay land ", run.mission.id.text);
  if (tip != run.landing.target_commit) {
    report.notes.push_back(
        cat(run.mission.target_branch, " has moved since; merged now, it would not be what was verified"));
    report.next = cat("verify and propose it anew: assay land ", run.mission.id.text, " --renew");
  }
  return StepResult::stop;
}

// What is there now is verified as it is; compose() then finds nothing left to merge.
Result<StepResult> take_as_merged(LandRun& run, const Arrival& arrival) {
  const auto why = cat("it was merged as ", git::short_id(arrival.commit), ", and not as it was verified");
  TRY(run.context.store.change().landings().abandon(run.landing.id, why));
  run.report.notes.push_back(cat(why, "; what is there now was verified instead"));
  run.merged_as = arrival.commit;
  return StepResult::proceed;
}

}  // namespace

Result<StepResult> propose(LandRun& run) {
  auto& landing = run.landing;
  run.at(LandStep::push);
  const std::string ref = cat("refs/heads/", landing.branch);
  TRY_ASSIGN(const auto there, git::remote_ref(run.context.repository, landing.remote, ref, run.silence()));
  if (there.value_or("") != landing.commit) {
    TRY_ASSIGN(const auto pushed, git::push(run.context.repository,
                                            {landing.remote, ref, landing.commit, there.value_or(""), run.silence()}));
    if (pushed.end == git::PushEnd::refused || pushed.end == git::PushEnd::moved) {
      const auto way = refuse(run, LandRefusal::remote_refused,
                              cat(landing.remote, " refused the branch ", landing.branch, ": ", pushed.reason),
                              "fix what it names, then land again");
      return give_up(run, run.report.reason, way);
    }
  }
  run.at(LandStep::prove_remote);
  TRY_ASSIGN(const auto proven, git::remote_ref(run.context.repository, landing.remote, ref, run.silence()));
  if (proven.value_or("") != landing.commit) {
    return refuse(
        run, LandRefusal::not_on_remote,
        cat(landing.remote, " took the push and does not have ", landing.branch, " at ", git::short_id(landing.commit)),
        cat("ask who runs ", landing.remote, "; landing again is safe"));
  }
  run.did(cat("pushed ", landing.branch, " to ", landing.remote));
  run.at(LandStep::record);
  TRY(run.context.store.change(run.request.actor).landings().propose(landing.id));
  landing.state = model::LandingState::proposed;
  auto& report = run.report;
  TRY_ASSIGN(report.pull_request, run.policy.pr_command.empty() ? page_for(run) : open_by_command(run));
  report.outcome = LandOutcome::proposed;
  report.landing = landing;
  report.next = cat("when it is merged: assay land ", run.mission.id.text);
  run.at(LandStep::done);
  return StepResult::stop;
}

Result<StepResult> look_at_proposal(LandRun& run) {
  auto& landing = run.landing;
  run.at(LandStep::remote);
  TRY_ASSIGN(const auto tip,
             git::fetch_ref(run.context.repository, landing.remote, run.target_ref(),
                            cat("refs/remotes/", landing.remote, "/", run.mission.target_branch), run.silence()));
  TRY_ASSIGN(const auto arrival, find_arrival(run, tip));
  if (arrival.commit.empty()) {
    if (!run.request.renew) return still_proposed(run, tip);
    TRY(run.context.store.change().landings().abandon(landing.id, "proposed anew"));
    run.report.notes.push_back(
        cat("the earlier proposal, ", landing.branch, " on ", landing.remote, ", is void; close it"));
    return StepResult::proceed;
  }
  if (arrival.tree != landing.verified_tree) {
    if (run.request.renew) return take_as_merged(run, arrival);
    return refuse(
        run, LandRefusal::proposal_differs,
        cat("it was merged as ", git::short_id(arrival.commit), ", and that tree (", git::short_id(arrival.tree),
            ") is not the verified one (", git::short_id(landing.verified_tree), ")"),
        cat("look at what ", landing.remote, " made of it; then assay land ", run.mission.id.text,
            " --renew verifies what is there now and records that, or revert it there. To keep it from "
            "happening: have the host require branches that are up to date"));
  }
  run.did(cat("found it in ", landing.target_branch, " of ", landing.remote, " as ", git::short_id(arrival.commit)));
  TRY(record_landing(run, arrival.commit,
                     cat(landing.remote, " has it in ", run.target_ref(), " as ", arrival.commit)));
  run.report.outcome = LandOutcome::landed;
  run.report.landing = landing;
  run.at(LandStep::done);
  return StepResult::stop;
}

}  // namespace assay::engine
