#include "engine/prove/reach.h"

#include <algorithm>

#include "base/text.h"

namespace assay::engine {

void Reach::add(const judge::CommandRun& run) {
  if (run.exit_code != 0 || !run.coverage.problem.empty()) return add_unknown();
  reports::merge(m_coverage, run.coverage);
}

std::optional<bool> Reach::runs(const std::string& file, std::uint32_t first, std::uint32_t count) const {
  if (m_unused.contains(file)) return false;
  const auto covered = reports::covers(m_coverage, file, first, count);
  // A file that was never seen to run may be run by a process that nobody listens to.
  if (covered == false && (!m_whole || looks_unused(file))) return std::nullopt;
  return covered;
}

bool Reach::looks_unused(const std::string& file) const {
  if (!m_whole || m_coverage.unclear.contains(file) || !reports::tells_of(m_coverage, file)) return false;
  const auto found = m_coverage.files.find(file);
  return found == m_coverage.files.end() || found->second.executed.empty();
}

std::vector<std::string> Reach::tests_of(const std::string& file, std::uint32_t line) const {
  if (!m_whole) return {};
  const auto tests = reports::tests_at(m_coverage, file, line);
  return {tests.begin(), tests.end()};
}

std::vector<model::LineRange> ranges_of(const std::set<std::uint32_t>& lines) {
  std::vector<model::LineRange> out;
  for (const auto line : lines) {
    if (!out.empty() && out.back().last + 1 == line)
      out.back().last = line;
    else
      out.push_back({line, line});
  }
  return out;
}

std::string words_of(const std::vector<model::LineRange>& lines) {
  constexpr size_t k_shown = 4;
  std::vector<std::string> parts;
  for (const auto& each : lines) {
    if (parts.size() < k_shown)
      parts.push_back(each.first == each.last ? cat(each.first) : cat(each.first, "-", each.last));
  }
  if (parts.empty()) return {};
  const bool one = lines.size() == 1 && lines.front().first == lines.front().last;
  return cat(one ? "line " : "lines ", join(parts, ", "), lines.size() > k_shown ? " and more" : "");
}

std::string unknown_files(const Reach& reach, const ChangedCode& code) {
  constexpr size_t k_shown = 3;
  std::set<std::string> unknown;
  for (const auto& hunk : code.hunks) {
    const auto& lines = hunk.hunk.after;
    const auto& file = code.sources[hunk.source].path;
    if (!hunk.why_nothing.empty() || lines.count == 0) continue;
    // Of a file whose lines are told, those that cannot be executed are not told.
    if (!reach.runs(file, 1, reports::k_all_lines)) unknown.insert(file);
  }
  std::vector<std::string> shown;
  for (const auto& file : unknown) {
    if (shown.size() < k_shown) shown.push_back(file);
  }
  const auto more = unknown.size() - shown.size();
  return cat(join(shown, ", "), more > 0 ? cat(" and ", more, " more") : std::string());
}

}  // namespace assay::engine
