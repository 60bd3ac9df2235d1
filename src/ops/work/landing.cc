#include "ops/work/landing.h"

#include "base/facts.h"
#include "base/printable.h"
#include "base/terminal.h"
#include "base/text.h"
#include "ops/operation.h"
#include "ops/work/worktrees.h"
#include "store/missions.h"

namespace assay::ops {

void Land::Request::fields(Fields& f) {
  f.field(optional_word("mission", "Mission id or unique prefix; the latest when it is left out", Completes::mission),
          mission);
  f.field(flag("strategy", "how it becomes part of the target (default: assay.toml, else merge)"), strategy);
  f.field(flag("remote", "push there too; \"\" for nowhere (default: assay.toml)", "NAME"), remote);
  f.field(flag("via", "direct: move the target; pr: push a branch and propose it (default: assay.toml)"), via);
  f.field({.name = "dryRun", .help = "only say what would happen", .was = "dry_run"}, dry_run);
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
  TRY_ASSIGN(asked.mission, store->missions().resolve(request.mission));
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

namespace {

using engine::LandOutcome;

std::string headline(const engine::LandReport& report, const Terminal& terminal) {
  const auto& landing = report.landing;
  const std::string target = printable(landing.target_branch);
  switch (report.outcome) {
    case LandOutcome::landed: return terminal.paint(Colour::green, cat("✔ landed in ", target));
    case LandOutcome::already_landed:
      // There is a next step only when it was taken out again.
      if (!report.next.empty())
        return terminal.paint(Colour::yellow, cat("! landed before in ", target, ", and taken out again"));
      return terminal.paint(Colour::green, cat("✔ landed before, in ", target));
    case LandOutcome::proposed: return terminal.paint(Colour::yellow, cat("… proposed for ", target));
    case LandOutcome::would_land: return terminal.paint(Colour::blue, cat("would land in ", target));
    case LandOutcome::refused: break;
  }
  return terminal.paint(Colour::red, "✘ not landed");
}

std::string indented(std::string_view text) {
  std::string out;
  for (const auto line : split_lines(trim_right(text))) out += cat("    ", printable(line), "\n");
  return out;
}

}  // namespace

std::string present(const LandDocument& answer, const Terminal& terminal) {
  const auto& report = answer.report;
  const auto& landing = report.landing;
  std::string out = cat(headline(report, terminal), "  ", printable(report.title), "\n");
  if (!report.reason.empty()) out += terminal.paragraph(report.reason, "  ");
  for (const auto& step : report.steps) out += terminal.paragraph(step, "  - ");
  for (const auto& note : report.notes) out += terminal.paragraph(note, "  ! ");
  if (report.outcome == LandOutcome::would_land && !report.message.empty()) {
    out += cat("\n  message\n", indented(report.message));
  }
  Facts facts(terminal);
  if (report.outcome != LandOutcome::refused) {
    facts.add("commit", landing.commit);
    facts.add("tree", landing.verified_tree);
    if (!landing.evidence.empty()) facts.add("evidence", landing.evidence);
    facts.add("pull request", report.pull_request);
    facts.add("proof", landing.proof);
  }
  if (const auto told = facts.take(); !told.empty()) out += cat("\n", told);
  if (!report.next.empty()) out += cat("\nNext: ", printable(report.next), "\n");
  return out;
}

constinit const NamedSchema LandDocument::k_schema =
    named_schema<LandDocument>("landing", "What landing a mission came to");

constinit const Operation k_land_operation = waits<Land>(
    {"land", "bring a verified mission into its target branch",
     "The target moves by compare-and-swap to a commit with the verified tree, or not at all. If it moved since "
     "the\n"
     "verification, the work is merged and verified on what it is now first. A checkout of the target follows "
     "only\n"
     "when nothing is lost. With a remote it is pushed with a lease and proven there. Run it again after any\n"
     "interruption. See docs/landing.md.\n\n"
     "Exit status: 0 landed, proposed or landed before, 1 refused, or taken out again since (it says why and what\n"
     "to do), 2 error.",
     "  {} land --dry-run\n  {} land k3f7 --strategy squash\n  {} land k3f7 --remote origin --via pr\n", "POST",
     "/api/missions/{mission}/land"});

}  // namespace assay::ops
