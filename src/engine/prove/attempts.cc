#include "engine/prove/attempts.h"

#include <algorithm>

#include "base/text.h"
#include "prove/mutants.h"

namespace assay::engine {

namespace {

constexpr std::uint32_t k_longest_taken_back = 60;  // lines; without more than that nothing would run at all
constexpr size_t k_lines_a_hunk = 40;               // that are broken; of more, some all over the piece

bool can_be_taken_back(const SourceHunk& hunk, const ChangedSource& source) {
  return !source.is_new && hunk.hunk.after.count <= k_longest_taken_back;
}

// Of a piece of which no test runs any line.
void add_unreached(const ProveRun& run, size_t hunk, std::set<std::uint32_t>& out) {
  const auto& lines = run.code.hunks[hunk].hunk.after;
  const auto& path = run.code.sources[run.code.hunks[hunk].source].path;
  for (auto line = lines.first; line < lines.first + lines.count; ++line) {
    if (run.reach.runs(path, line) == false) out.insert(line);
  }
}

class Making {
 public:
  explicit Making(const ProveRun& run) : m_run(run) { m_out.unreached.resize(run.code.hunks.size()); }

  Attempts make() {
    std::vector<Attempt> lines;
    for (size_t i = 0; i < m_run.code.hunks.size(); ++i) {
      const auto& hunk = m_run.code.hunks[i];
      if (!hunk.why_nothing.empty()) continue;
      const auto& source = m_run.code.sources[hunk.source];
      const auto& after = hunk.hunk.after;
      const bool unreached = after.count > 0 && m_run.reach.runs(source.path, after.first, after.count) == false;
      if (after.count > 0) break_lines(i, hunk, source, lines);
      if (unreached && m_out.unreached[i].empty()) add_unreached(m_run, i, m_out.unreached[i]);
      if (!unreached && !m_run.request.keeps_behaviour && can_be_taken_back(hunk, source)) take_back(i, hunk, source);
    }
    take_turns(lines);
    for (auto& line : lines) m_out.all.push_back(std::move(line));
    return std::move(m_out);
  }

 private:
  void take_back(size_t at, const SourceHunk& hunk, const ChangedSource& source) {
    Breakage breakage{{source.path, prove::take_back(source.after, source.before, hunk.hunk)}, "its absence"};
    m_out.all.push_back({at, 0, false, {std::move(breakage)}});
  }

  void break_lines(size_t at, const SourceHunk& hunk, const ChangedSource& source, std::vector<Attempt>& out) {
    std::vector<Attempt> lines;
    for (const auto& mutant : prove::mutants_of(source.path, source.after, {hunk.hunk.after})) {
      if (m_run.reach.runs(source.path, mutant.line) == false) {
        m_out.unreached[at].insert(mutant.line);
        continue;
      }
      Breakage breakage{{source.path, prove::apply(mutant, source.after)}, cat(mutant.words, " in line ", mutant.line)};
      // That a limit is off by one is tried by itself where the task names limits.
      if (m_run.request.names_limits && mutant.boundary) {
        out.push_back({at, mutant.line, true, {std::move(breakage)}});
        continue;
      }
      if (lines.empty() || lines.back().line != mutant.line) lines.push_back({at, mutant.line, false, {}});
      lines.back().breakages.push_back(std::move(breakage));
    }
    const size_t step = 1 + lines.size() / k_lines_a_hunk;
    for (size_t i = 0; i < lines.size(); i += step) out.push_back(std::move(lines[i]));
  }

  // The first lines of all pieces, then the second ones.
  static void take_turns(std::vector<Attempt>& attempts) {
    std::vector<std::pair<size_t, size_t>> order;  // turn, place
    size_t turn = 0;
    for (size_t i = 0; i < attempts.size(); ++i) {
      turn = i > 0 && attempts[i].hunk == attempts[i - 1].hunk ? turn + 1 : 0;
      order.emplace_back(turn, i);
    }
    std::sort(order.begin(), order.end());
    std::vector<Attempt> out;
    out.reserve(attempts.size());
    for (const auto& each : order) out.push_back(std::move(attempts[each.second]));
    attempts = std::move(out);
  }

  const ProveRun& m_run;
  Attempts m_out;
};

}  // namespace

Attempts attempts_of(const ProveRun& run) { return Making(run).make(); }

std::vector<Breakage> files_that_look_unused(const ProveRun& run) {
  std::set<std::string> files;
  for (const auto& hunk : run.code.hunks) {
    const auto& path = run.code.sources[hunk.source].path;
    if (hunk.why_nothing.empty() && hunk.hunk.after.count > 0 && run.reach.looks_unused(path)) files.insert(path);
  }
  std::vector<Breakage> out;
  for (const auto& file : files) out.push_back({{file, ")]} this is no code {[(\n"}, "nothing in it"});
  return out;
}

}  // namespace assay::engine
