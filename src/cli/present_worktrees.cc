#include "base/printable.h"
#include "base/text.h"
#include "cli/present.h"

namespace assay::cli {

std::string present(const ops::WorktreeDocument& answer, const Terminal& terminal) {
  return cat("Work tree  ", terminal.paint(Colour::bold, printable(answer.path)), "\nbranch     ",
             printable(answer.branch), "\n\nNext: cd '", printable(answer.path),
             "', commit there, then assay task ready or complete\n");
}

std::string present(const ops::ListWorktrees::Response& answer, const Terminal& terminal) {
  if (answer.worktrees.empty()) return "No work trees. `assay worktree add TASK` makes one for a task.\n";
  Table table({{"NAME"}, {"KIND", Table::Kind::may_go}, {"LEFT"}, {"PATH", Table::Kind::wide}});
  for (const auto& each : answer.worktrees) {
    Cell left{each.uncommitted ? "clean" : "present", Colour::dim};
    if (!each.present) left = {"gone", Colour::yellow};
    if (each.uncommitted.value_or(0) > 0) left = {plural(*each.uncommitted, "file"), Colour::yellow};
    if (each.problem) left = {"odd", Colour::red};
    table.add({{each.name}, {each.kind}, left, {each.path}});
  }
  std::string out = table.text(terminal);
  for (const auto& each : answer.worktrees) {
    if (each.problem) out += cat("\n", printable(each.name), ": ", printable(*each.problem), "\n");
  }
  return out;
}

std::string present(const ops::PruneWorktrees::Response& answer, const Terminal& terminal) {
  std::string out;
  for (const auto& each : answer.pruned) {
    out += cat(answer.dry_run ? "would go  " : "removed   ", printable(each.name),
               each.salvage ? cat("  (kept: ", printable(*each.salvage), ")") : std::string(), "\n");
  }
  for (const auto& each : answer.kept) {
    out += cat(terminal.paint(Colour::dim, cat("stays     ", printable(each.name), "  ", printable(each.why))), "\n");
  }
  return out.empty() ? std::string("No work trees.\n") : out;
}

}  // namespace assay::cli
