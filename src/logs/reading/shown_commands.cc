#include "logs/reading/shown_commands.h"

#include "base/text.h"

namespace assay::logs {

namespace {

constexpr size_t k_most = 100;
constexpr size_t k_most_beside = 128;  // runs of other programs; 256 are kept in all

}  // namespace

void ShownCommands::note(std::string_view line, std::uint64_t number) {
  if (!starts_with_any(line, {"$ ", "+ ", "##[group]Run "})) return;
  if (m_runs.size() > k_most || (!m_runs.empty() && m_runs.back().command_line >= number)) return;
  Run& run = m_runs.emplace_back();
  run.runner = Runner::shell;
  run.first_line = run.last_line = run.command_line = number;
  run.command = excerpt(trim(line));
}

void ShownCommands::tell(Facts& facts) {
  if (m_runs.size() > k_most || facts.runs.items().size() > k_most_beside) return;
  for (Run& run : m_runs) facts.runs.add(std::move(run));
  m_runs.clear();
}

}  // namespace assay::logs
