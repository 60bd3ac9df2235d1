#include "base/facts.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/present.h"

namespace assay::cli {

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

std::string present(const ops::QueueDocument& answer, const Terminal& terminal) {
  std::string out;
  if (answer.waiting.empty()) {
    out = "Nothing waits. `assay queue add MISSION...` lines up what is ready to land.\n";
  } else {
    Table table({{"#"}, {"MISSION"}, {"TARGET", Table::Kind::may_go}, {"TITLE", Table::Kind::wide}});
    size_t n = 0;
    for (const auto& [entry] : answer.waiting) {
      table.add({{cat(++n)}, {entry.mission.text}, {entry.target_branch}, {entry.title}});
    }
    out = table.text(terminal);
  }
  if (!answer.left.empty()) {
    Table table({{"LEFT"}, {"MISSION"}, {"WHY", Table::Kind::wide}});
    for (const auto& [entry] : answer.left) {
      const auto colour = entry.state == model::QueueState::landed ? Colour::green : Colour::yellow;
      table.add({{std::string(name(entry.state)), colour},
                 {entry.mission.text},
                 {entry.finding.empty() ? entry.title : entry.finding}});
    }
    out += cat("\n", table.text(terminal));
  }
  if (!answer.runs.empty()) {
    const auto& latest = answer.runs.front().run;
    out += cat("\nLatest verification: ", plural(latest.missions.size(), "mission"), " together, ",
               latest.outcome.empty() ? std::string("under way or interrupted") : latest.outcome, "\n");
  }
  return out;
}

std::string present(const ops::QueueReportDocument& answer, const Terminal& terminal) {
  const auto& report = answer.report;
  std::string out =
      cat(terminal.paint(Colour::bold, cat(report.landed.size(), " landed, ", report.evicted.size(), " evicted")), ", ",
          report.waiting, " waiting; ", plural(report.verifications, "full verification"), "\n");
  for (const auto& each : report.landed) {
    out += cat("  ", terminal.paint(Colour::green, "✔"), " ", each.mission.text, "  ", printable(each.title), "\n");
  }
  for (const auto& each : report.evicted) {
    out += cat("  ", terminal.paint(Colour::red, "✘"), " ", each.mission.text, "  ", printable(each.title), "\n");
    out += terminal.paragraph(each.finding, "      ");
  }
  for (const auto& note : report.notes) out += terminal.paragraph(note, "  ! ");
  if (!report.stopped.empty()) {
    out += cat("\n", terminal.paint(Colour::red, "stopped"), "\n", terminal.paragraph(report.stopped, "  "));
    out += cat("\nNext: ", printable(report.next), "\n");
  }
  return out;
}

std::string present(const ops::RevertMission::Response& answer, const Terminal& terminal) {
  return cat("Mission  ", terminal.paint(Colour::bold, answer.mission), "  ", printable(answer.title), "\ncommit   ",
             answer.commit, "\nbranch   ", printable(answer.branch), "\n\nNext: assay verify ", answer.mission,
             ", then assay land ", answer.mission, "\n");
}

}  // namespace assay::cli
