#include "base/printable.h"
#include "base/text.h"
#include "cli/facts.h"
#include "cli/present.h"

namespace assay::cli {

namespace {

using engine::LandOutcome;

std::string headline(const engine::LandReport& report, const Terminal& terminal) {
  const auto& landing = report.landing;
  const std::string target = printable(landing.target_branch);
  switch (report.outcome) {
    case LandOutcome::landed: return terminal.paint(Colour::green, cat("✔ landed in ", target));
    case LandOutcome::already_landed: return terminal.paint(Colour::green, cat("✔ landed before, in ", target));
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

std::string present(const ops::LandDocument& answer, const Terminal& terminal) {
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

}  // namespace assay::cli
