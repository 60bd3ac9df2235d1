// Where a ref was, as git writes it down in <git folder>/logs. Whoever can move the ref can write there too.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace assay::git {

// One line: "<old> <new> Name <mail> <time> <zone>\t<message>". Views into the line.
struct LogEntry {
  std::string_view from, to;
  std::string_view who;  // "Name <mail>"
};
std::optional<LogEntry> read_log_entry(std::string_view line);

// The moves from one id to another at the end of a log, the last one first; empty when it does not tell. An empty
// `from` stands for a ref that was not there.
std::vector<LogEntry> moves_in(std::string_view log, std::string_view from, std::string_view to);

}  // namespace assay::git
