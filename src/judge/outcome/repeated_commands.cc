#include "judge/outcome/repeated_commands.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace assay::judge {

namespace {

// What a log marks its commands with: "+ 3" also stands in what tests print, "$ make" hardly ever.
std::string_view mark_in_use(const logs::Facts& facts) {
  for (const std::string_view mark : {"$ ", "##[group]Run ", "+ "})
    for (const auto& run : facts.runs)
      if (shows_command(run) && run.command.starts_with(mark)) return mark;
  return {};
}

}  // namespace

bool shows_command(const logs::Run& run) { return run.runner == logs::Runner::shell && !run.command.empty(); }

RepeatedCommands::RepeatedCommands(const logs::Facts& facts) {
  // What was not kept may have failed in a run that looks green.
  const std::string_view mark = mark_in_use(facts);
  if (mark.empty() || facts.runs.left_out() + facts.failures.left_out() > 0) return;
  for (const auto& run : facts.runs)
    if (shows_command(run) && run.command.starts_with(mark)) m_parts.push_back({run.command, run.command_line});
  const auto part_of = [&](std::uint64_t line) {
    const size_t index = index_of(line);
    return index == m_parts.size() ? nullptr : &m_parts[index];
  };
  for (const auto& signal : facts.failures)
    if (Part* const part = part_of(signal.at.line)) part->failing = true;
  for (const auto& signal : facts.passes)
    if (Part* const part = part_of(signal.at.line)) part->passing = true;
  for (const auto& run : facts.runs) {
    Part* const part = run.summary ? part_of(run.summary_at.line) : nullptr;
    if (part == nullptr || runner_class(run.runner) != logs::RunnerClass::test) continue;
    part->passed += run.counts.passed;
    part->failed += run.counts.failed + run.counts.errors;
    part->failing |= run.counts.failed + run.counts.errors > 0;
  }
  std::unordered_map<std::string_view, const Part*> last;
  for (auto part = m_parts.rbegin(); part != m_parts.rend(); ++part) {
    const Part* now = last.try_emplace(part->command, &*part).first->second;
    const bool tested = part->passed + part->failed > 0;
    const bool shows_it = now->passing || (!tested && !part->passing);
    part->made_good = now != &*part && !now->failing && shows_it && now->passed >= part->passed + part->failed;
  }
}

size_t RepeatedCommands::index_of(std::uint64_t line) const {
  const auto next = std::upper_bound(m_parts.begin(), m_parts.end(), line,
                                     [](std::uint64_t at, const Part& part) { return at < part.first; });
  return next == m_parts.begin() ? m_parts.size() : static_cast<size_t>(next - m_parts.begin()) - 1;
}

bool RepeatedCommands::is_made_good(std::uint64_t line) const {
  const size_t index = index_of(line);
  return index < m_parts.size() && m_parts[index].made_good;
}

}  // namespace assay::judge
