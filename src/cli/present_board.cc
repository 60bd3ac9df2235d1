#include <boost/json.hpp>

#include "base/json.h"
#include "base/printable.h"
#include "base/short_id.h"
#include "base/text.h"
#include "cli/present.h"

namespace assay::cli {

namespace {

using Kind = Table::Kind;

}  // namespace

std::string present(const ops::ChangeDocument& answer, const Terminal& terminal) {
  std::string out = cat(answer.from.substr(0, 10), "..", answer.to.substr(0, 10), "  ",
                        plural(answer.files.size(), "file"), ", +", answer.added, " -", answer.removed, "\n");
  Table table({{"FILE", Kind::wide}, {"ROLE"}, {"+"}, {"-"}, {"SCOPE"}});
  for (const auto& document : answer.files) {
    const auto& file = document.file;
    table.add({{file.path},
               {file.role},
               {cat(file.added)},
               {cat(file.removed)},
               {file.in_scope ? "" : "outside", Colour::yellow}});
  }
  out += table.text(terminal);
  for (const auto line : split(answer.patch, '\n')) {
    const auto colour = line.starts_with('+') ? Colour::green : line.starts_with('-') ? Colour::red : Colour::plain;
    out += cat(terminal.paint(colour, printable(line)), "\n");
  }
  if (answer.truncated) out += terminal.paint(Colour::dim, "The patch goes on; git diff shows all of it.") + "\n";
  return out;
}

std::string present(const ops::ShowBoard::Response& answer, const Terminal& terminal) {
  if (answer.missions.empty()) return "No missions.\n";
  std::string out;
  for (const auto& row : answer.missions) {
    const auto& mission = row.mission.mission;
    out += cat(terminal.headline("", mission.id.text, mission.title), "  ",
               terminal.paint(colour_of(mission.status), word_of(mission)), "\n");
    Table table({{"ID"}, {"STATE"}, {"TASK", Kind::wide}});
    for (const auto& card : row.tasks) {
      std::string task = card.task.name;
      if (!card.task.checker_report.empty()) task = cat("! checker failed  ", task);
      table.add({{short_id(card.task.id.text)},
                 {std::string(name(card.task.state)), colour_of(card.task.state)},
                 {std::move(task)}});
    }
    if (!row.tasks.empty()) out += table.text(terminal, "  ");
    out += "\n";
  }
  return out;
}

std::string present(const ops::ShowDeployLog::Response& answer, const Terminal&) {
  if (!answer.running) return "No deploy runs; the log of the last is named by `assay story show`.\n";
  return answer.text;
}

std::string present(const ops::ShowLive::Response& answer, const Terminal& terminal) {
  if (answer.events.empty()) return "No verification has said anything.\n";
  std::string out;
  for (const auto& said : answer.events) {
    const auto& event = said.event;
    const auto text = printable(event.text);
    out += event.what == "line" ? cat(text, "\n")
                                : cat(terminal.paint(Colour::dim, cat(event.what, " ", event.check, " ", text)), "\n");
  }
  return out;
}

std::string present(const ops::Elaborate::Response& answer, const Terminal& terminal) {
  std::string out = cat(terminal.paint(Colour::bold, printable(answer.title)), "\n");
  for (const auto& document : answer.tasks) {
    const auto& task = document.task;
    out += cat("\n", terminal.paint(Colour::bold, printable(task.name)), "\n");
    if (!task.instructions.empty()) out += terminal.paragraph(excerpt(task.instructions, 2000), "  ");
    if (!task.acceptance_criteria.empty()) {
      out += cat("  ", terminal.paint(Colour::dim, "done when "), printable(task.acceptance_criteria), "\n");
    }
  }
  return out + cat("\n", terminal.paint(Colour::dim, "Next: "),
                   "with --json the plan is under .plan; assay mission new \"…\" --plan FILE\n");
}

std::string present(const ops::PreviewMission::Response& answer, const Terminal& terminal) {
  model::AcceptancePack pack;
  for (const auto& each : answer.criteria) pack.criteria.push_back(each.text);
  for (const auto& each : answer.checks) pack.checks.push_back(each.check);
  std::string out =
      cat(terminal.paint(Colour::bold, printable(answer.title)), "\n\n", pack_lines(pack, terminal), "\n");
  for (const auto& each : answer.linted) {
    out += each.vague ? cat(terminal.paint(Colour::yellow, "! "), printable(each.text), ": ", *each.vague, "\n")
                      : cat(terminal.paint(Colour::green, "✔ "), printable(each.text), "\n");
  }
  if (!answer.problem.empty()) out += cat(terminal.paint(Colour::red, "✘ "), printable(answer.problem), "\n");
  return out;
}

std::string present(const ops::ShowVerification::Response& answer, const Terminal& terminal) {
  if (!answer.verification.is_object()) return cat("Not verified yet. Next: assay verify ", answer.mission, "\n");
  const auto& document = answer.verification.get_object();
  std::string out = cat(terminal.paint(Colour::bold, text_at(document, "outcome")), "  ",
                        printable(text_at(document, "reason")), "\ncommit ", text_at(document, "commit"), "\ntree   ",
                        text_at(document, "tree"), "\nreport ", answer.report, "\n");
  if (!answer.stale.empty()) out += cat(terminal.paint(Colour::yellow, "! "), printable(answer.stale), "\n");
  return out;
}

}  // namespace assay::cli
