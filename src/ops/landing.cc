#include "ops/landing.h"

#include "base/text.h"
#include "ops/worktrees.h"

namespace assay::ops {

void Land::Request::fields(Fields& f) {
  f.field(optional_word("mission", "Mission id or unique prefix; the latest when it is left out", Completes::mission),
          mission);
  f.field(flag("strategy", "how it becomes part of the target (default: assay.toml, else merge)"), strategy);
  f.field(flag("remote", "push there too; \"\" for nowhere (default: assay.toml)", "NAME"), remote);
  f.field(flag("via", "direct: move the target; pr: push a branch and propose it (default: assay.toml)"), via);
  f.field(flag("dry_run", "only say what would happen"), dry_run);
  f.field(flag("renew",
               "give up an open proposal and make a new one; or, when it was merged as something else, verify that and "
               "take it"),
          renew);
}

void LandDocument::fields(Fields& f) {
  auto& landing = report.landing;
  f.field(item("outcome"), report.outcome);
  f.field(item("mission"), report.mission.text);
  f.field(item("title"), report.title);
  f.field(item("strategy"), landing.strategy);
  f.field(item("via"), landing.via);
  f.field(item("targetBranch"), landing.target_branch);
  f.field(item("targetCommit", "what the target was"), landing.target_commit);
  f.field(item("commit", "what landed, or would"), landing.commit);
  f.field(item("verifiedCommit"), landing.verified_commit);
  f.field(item("verifiedTree", "the tree of what landed"), landing.verified_tree);
  f.field(item("verification"), landing.verification);
  f.field(item("evidence", "digest of the verification's report"), landing.evidence);
  f.field(item("remote", "empty: this repository alone"), landing.remote);
  f.field(item("branch", "of a proposal, on the remote"), landing.branch);
  f.field(item("proof", "how it was seen to be there"), landing.proof);
  f.field(item("landedAt"), landing.finished_at);
  f.field(item("refusal", "a word for why nothing landed; none when it did"), report.refusal);
  f.field(item("reason", "why nothing landed"), report.reason);
  f.field(item("next", "what to do then"), report.next);
  f.field(item("message", "of the commit"), report.message);
  f.field(item("steps", "what was done, or would be"), report.steps);
  f.field(item("notes", "what a person should know"), report.notes);
  f.field(item("pullRequest", "where it is proposed"), report.pull_request);
  f.field(item("verifications", "how often the work was verified again on the way"), report.verifications);
}

Result<LandDocument> land_watched(Context& context, const Land::Request& request, const LandWatch& watch) {
  TRY_ASSIGN(auto* store, context.store());
  TRY_ASSIGN(const auto* home, context.home());
  TRY_ASSIGN(const auto* repository, context.repository());
  engine::LandRequest asked;
  TRY_ASSIGN(asked.mission, store->resolve_mission(request.mission));
  TRY_ASSIGN(asked.actor, context.actor());
  asked.strategy = request.strategy;
  asked.remote = request.remote;
  asked.via = request.via;
  asked.dry_run = request.dry_run;
  asked.renew = request.renew;
  TRY_ASSIGN(auto report,
             engine::land({*repository, home->folder, *store, context.clock(), watch.verify, watch.land}, asked));
  if (!request.dry_run) retire_ended(context);
  return LandDocument{std::move(report)};
}

Result<LandDocument> Land::run(Context& context, const Request& request) {
  engine::VerifyEvents verify;
  engine::LandEvents land;
  TRY_ASSIGN(auto document, land_watched(context, request, {verify, land}));
  const auto& report = document.report;
  if (report.outcome == engine::LandOutcome::refused) {
    return conflict(cat(report.reason, ". Next: ", report.next));
  }
  return document;
}

}  // namespace assay::ops
