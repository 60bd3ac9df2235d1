#include "git/refs/reflog.h"

#include "base/text.h"

namespace assay::git {

std::optional<LogEntry> read_log_entry(std::string_view line) {
  const size_t first = line.find(' ');
  const size_t second = first == std::string_view::npos ? first : line.find(' ', first + 1);
  const size_t end = line.find("> ");
  if (second == std::string_view::npos || end == std::string_view::npos || end < second) return std::nullopt;
  return LogEntry{line.substr(0, first), line.substr(first + 1, second - first - 1),
                  line.substr(second + 1, end - second)};
}

std::vector<LogEntry> moves_in(std::string_view log, std::string_view from, std::string_view to) {
  std::vector<LogEntry> out;
  const auto lines = split_lines(log);
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    if (trim(*line).empty()) continue;
    const auto entry = read_log_entry(*line);
    if (!entry || entry->to != (out.empty() ? to : out.back().from)) return {};
    out.push_back(*entry);
    const bool is_zero = entry->from.find_first_not_of('0') == std::string_view::npos;
    if (from.empty() ? is_zero : entry->from == from) return out;
  }
  return {};
}

}  // namespace assay::git
