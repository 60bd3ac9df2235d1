// Everything that can be called by its first word, in the sections that help, the manual and completion show.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::cli {

struct CommandLine {
  std::string_view name;
  std::string_view summary;
};
std::vector<CommandLine> all_commands();

struct Section {
  std::string_view title;
  std::vector<std::string_view> names;  // in this order
};
std::span<const Section> command_sections();

// The commands of a section, with their summaries.
std::vector<CommandLine> lines_of(const Section& section);

std::string overview(std::string_view program);

}  // namespace assay::cli
