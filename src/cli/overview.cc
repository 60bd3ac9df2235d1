#include "cli/overview.h"

#include <algorithm>

#include "base/text.h"
#include "cli/command.h"
#include "cli/operations.h"
#include "cli/topics.h"
#include "ops/table/table.h"

namespace assay::cli {

namespace {

constexpr size_t k_name_column = 15;

std::string padded(std::string_view name) {
  std::string out(name);
  out.resize(std::max(out.size() + 1, k_name_column), ' ');
  return out;
}

}  // namespace

std::vector<CommandLine> all_commands() {
  std::vector<CommandLine> out;
  for (const auto& command : commands()) {
    if (!command.summary.empty()) out.push_back({command.name, command.summary});
  }
  for (const auto& group : operation_groups()) out.push_back({group.name, group.summary});
  for (const auto* operation : ops::operations()) {
    if (!contains(operation->name, ".")) out.push_back({operation->name, operation->summary});
  }
  return out;
}

// A test asks that every command stands in exactly one of them.
std::span<const Section> command_sections() {
  static const std::vector<Section> sections = {
      {"Judge a change",
       {"check", "prove", "explain", "verdict", "critic", "hook", "rule", "calibrate", "calibration", "eval"}},
      {"Say what is wanted", {"init", "mission", "plan", "task", "accept", "pack"}},
      {"Let agents work", {"run", "worker", "answer", "pause", "resume", "cancel", "verify", "worktree"}},
      {"See how it goes",
       {"status", "needs", "watch", "transcript", "board", "lines", "comment", "log", "figures", "audit"}},
      {"Land and ship", {"waive", "land", "sign", "queue", "revert", "ship", "story", "redeploy", "close", "fix"}},
      {"Serve people and programs", {"serve", "token", "mcp", "notify", "webhook", "telemetry"}},
      {"Set up", {"doctor", "config", "store", "sandbox", "schema", "completion", "help", "version"}}};
  return sections;
}

std::vector<CommandLine> lines_of(const Section& section) {
  std::vector<CommandLine> out;
  for (const auto name : section.names) {
    for (const auto& line : all_commands()) {
      if (line.name == name) out.push_back(line);
    }
  }
  return out;
}

std::string overview(std::string_view program) {
  std::string out = cat("Usage: ", program, " <command> [options]\n\n",
                        "The gate for changes made by coding agents: what was promised, what the evidence shows,\n"
                        "what may land.\n");
  for (const auto& section : command_sections()) {
    out += cat("\n", section.title, ":\n");
    for (const auto& line : lines_of(section)) out += cat("  ", padded(line.name), line.summary, "\n");
  }
  out += "\nTopics:\n";
  for (const auto& topic : topics()) out += cat("  ", padded(topic.name), topic.summary, "\n");
  return out + cat("\nStart here, in a git repository:\n  ", program,
                   " check --intent \"what was asked\" --verify-command \"npm test\"\n  ", program,
                   " mission new \"what you want\"\n\n", "More: ", program, " help COMMAND, ", program,
                   " help TOPIC\n");
}

}  // namespace assay::cli
