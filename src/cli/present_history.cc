#include <boost/json.hpp>

#include "base/json.h"
#include "base/printable.h"
#include "base/short_id.h"
#include "base/text.h"
#include "cli/present.h"

namespace assay::cli {

namespace {

using model::CheckpointKind;

Colour colour_of_kind(CheckpointKind kind) {
  switch (kind) {
    case CheckpointKind::task_failed:
    case CheckpointKind::task_stalled: return Colour::red;
    case CheckpointKind::task_completed:
    case CheckpointKind::landed: return Colour::green;
    case CheckpointKind::acceptance_verified:
    case CheckpointKind::decided: return Colour::yellow;
    default: return Colour::plain;
  }
}

std::string_view bare(std::string_view actor) { return actor.starts_with("person:") ? actor.substr(7) : actor; }

// Where a person looks next, when nothing waits for them.
std::string idle_hint(const ops::ShowStatus::Response& answer) {
  if (answer.missions.empty()) return "assay mission new \"what you want\"";
  return cat("assay task list ", short_id(answer.missions.front().mission.id.text));
}

}  // namespace

std::string present(const ops::ShowLog::Response& answer, const Terminal& terminal) {
  std::string out = terminal.headline("", answer.mission, answer.title);
  if (answer.checkpoints.empty()) return out + "Nothing happened yet.\n";
  using Kind = Table::Kind;
  Table table({{"#"}, {"WHEN"}, {"KIND"}, {"WHO", Kind::may_go}, {"WHAT", Kind::wide}});
  for (const auto& document : answer.checkpoints) {
    const auto& checkpoint = document.checkpoint;
    std::string what = checkpoint.title;
    if (!checkpoint.detail.empty()) what += cat(": ", replace_all(excerpt(checkpoint.detail, 300), "\n", "; "));
    table.add({{cat(checkpoint.number)},
               {terminal.ago(checkpoint.created_at), Colour::dim},
               {std::string(name(checkpoint.kind)), colour_of_kind(checkpoint.kind)},
               {fit(printable(bare(checkpoint.actor)), 16)},
               {std::move(what)}});
  }
  out += table.text(terminal);
  if (answer.next)
    out += terminal.paint(Colour::dim, cat("There is more: --after ", *answer.next, ", or --all.")) + "\n";
  return out;
}

std::string need_lines(const std::vector<ops::Needed>& needed, const Terminal& terminal) {
  if (needed.empty()) return {};
  std::string out = "\nWaits for you\n";
  for (const auto& need : needed) {
    out +=
        cat(terminal.paragraph(need.what, "  "), "    ", terminal.paint(Colour::bold, printable(need.command)), "\n");
  }
  return out;
}

std::string present(const ops::ShowStatus::Response& answer, const Terminal& terminal) {
  if (answer.missions.empty() && answer.needed.empty()) {
    return cat("Nothing is open.\n", terminal.paint(Colour::dim, "Next: "), idle_hint(answer), "\n");
  }
  std::string out = answer.missions.empty()
                        ? "Nothing is open.\n"
                        : present(ops::ListMissions::Response{answer.missions, std::nullopt}, terminal);
  if (answer.more) out += terminal.paint(Colour::dim, "and more: assay mission list") + "\n";
  if (answer.needed.empty())
    return cat(out, "\nNothing waits for you.\n", terminal.paint(Colour::dim, "See: "), idle_hint(answer), "\n");
  constexpr size_t k_narrow = 60;  // no room for a sentence beside a command
  if (terminal.width > 0 && terminal.width < k_narrow) return out + need_lines(answer.needed, terminal);
  using Kind = Table::Kind;
  Table table({{"MISSION"}, {"WHAT", Kind::wide}, {"NEXT"}});
  for (const auto& need : answer.needed)
    table.add({{short_id(need.mission)}, {need.what}, {need.command, Colour::bold}});
  return cat(out, "\nWaits for you\n", table.text(terminal, "  "));
}

std::string present(const ops::Doctor::Response& answer, const Terminal& terminal) {
  std::string out;
  for (const auto& finding : answer.findings) {
    std::string what = finding.what;
    what.resize(std::max<size_t>(12, what.size() + 1), ' ');
    const std::string mark = finding.good      ? terminal.paint(Colour::green, "✔")
                             : finding.serious ? terminal.paint(Colour::red, "✘")
                                               : terminal.paint(Colour::yellow, "!");
    out += cat(mark, " ", what, printable(finding.detail), "\n");
    if (!finding.good) out += cat("              ", terminal.paint(Colour::bold, printable(finding.advice)), "\n");
  }
  return out;
}

std::string present(const ops::ShowConfig::Response& answer, const Terminal& terminal) {
  const auto shown = [](const json::value& value) {
    return value.is_string() ? std::string(value.get_string()) : write_json(value);
  };
  if (answer.settings.size() == 1) return printable_lines(shown(answer.settings.front().value)) + "\n";
  using Kind = Table::Kind;
  Table table({{"SETTING"}, {"VALUE", Kind::wide}, {"FROM"}, {"MEANING", Kind::may_go}});
  for (const auto& setting : answer.settings) {
    table.add({{setting.key},
               {shown(setting.value)},
               {setting.source, setting.source == "default" ? Colour::dim : Colour::green},
               {setting.help, Colour::dim}});
  }
  std::string out = table.text(terminal);
  for (const auto& each : answer.notes) out += cat("\n", printable(each), "\n");
  return out;
}

}  // namespace assay::cli
