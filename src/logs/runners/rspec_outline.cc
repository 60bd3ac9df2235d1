// Nothing is remembered while a log is read: only a clean summary looks back, over the text of its
// block that is still in memory, and no further than the summary before it.
#include "logs/runners/rspec_outline.h"

#include <algorithm>

#include "base/text.h"
#include "logs/clean.h"

namespace assay::logs {

namespace {

constexpr size_t k_most_lines = 4000;
constexpr size_t k_longest_line = 500;

struct OutlineRow {
  std::string_view text;
  std::uint64_t line = 0;
  size_t indent = 0;
  bool parent = false;  // the next row stands deeper
};

// What can only stand above the outline: a command, a banner, the summary of an earlier run.
bool ends_search(std::string_view text) {
  return starts_with_any(text, {"$ ", "> ", "+ ", "Run options:", "Randomized with seed", "Failed examples:"}) ||
         contains(text, " examples, ") || contains(text, " example, ");
}

std::string_view take_last_line(std::string_view& text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  const size_t newline = text.rfind('\n');
  const size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  const std::string_view line = text.substr(begin);
  text = text.substr(0, begin);
  return line;
}

std::vector<OutlineRow> rows_above(std::string_view before, std::uint64_t number) {
  std::vector<OutlineRow> rows;
  for (size_t seen = 0; !before.empty() && number > 1 && seen < k_most_lines; ++seen) {
    std::string_view text = take_last_line(before);
    --number;
    if (text.size() > k_longest_line) break;
    text = trim_right(text.substr(prefix_length(text)));
    if (text.empty()) continue;
    if (ends_search(text)) break;
    if (starts_with_any(text, {"Finished in ", "Pending:"})) {
      rows.clear();  // what stands below is no outline
      continue;
    }
    const std::string_view bare = trim_left(text);
    const size_t indent = text.size() - bare.size();
    rows.push_back({bare, number, indent, !rows.empty() && rows.back().indent > indent});
  }
  std::reverse(rows.begin(), rows.end());
  return rows;
}

std::string joined(const std::vector<const OutlineRow*>& groups, std::string_view last) {
  std::string name;
  for (const OutlineRow* group : groups) name.append(group->text).append(" ");
  return name.append(last);
}

}  // namespace

Outline read_outline(std::string_view before, std::uint64_t number, std::uint64_t examples) {
  const std::vector<OutlineRow> rows = rows_above(before, number);
  Outline outline;
  std::vector<const OutlineRow*> groups;
  std::uint64_t found = 0;
  for (const OutlineRow& row : rows) {
    while (!groups.empty() && groups.back()->indent >= row.indent) groups.pop_back();
    if (row.parent) {
      if (row.indent == 0 || !groups.empty()) groups.push_back(&row);
      continue;
    }
    if (groups.empty()) continue;
    if (++found > examples) return {};
    if (contains(row.text, " (PENDING: ") || contains(row.text, " (FAILED - ")) continue;
    outline.passed.push_back({joined(groups, row.text), row.line});
  }
  for (size_t i = rows.size(); found > 0 && i-- > 0;) {
    if (rows[i].indent == 0 && !rows[i].parent) break;
    if (rows[i].indent == 0) outline.first_line = rows[i].line;
  }
  return outline;
}

}  // namespace assay::logs
