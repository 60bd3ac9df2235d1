// A log that shows a command more than once: a red run before the work, a build that did not compile yet. Only its last
// run tells how things are, where that ran at least as many tests. Pure.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "logs/facts.h"

namespace assay::judge {

// Not a run that counts anything: only what the shell was told to run.
bool shows_command(const logs::Run& run);

class RepeatedCommands {
 public:
  explicit RepeatedCommands(const logs::Facts& facts);
  // The line is of a run that the last run of the same command made good.
  bool is_made_good(std::uint64_t line) const;

 private:
  struct Part {
    std::string_view command;  // of the facts
    std::uint64_t first = 0;   // lines; it ends before the next part
    std::uint64_t passed = 0, failed = 0;
    bool failing = false, passing = false;
    bool made_good = false;
  };
  // Of the part that the line is in; the number of parts when it is in none.
  size_t index_of(std::uint64_t line) const;

  std::vector<Part> m_parts;
};

}  // namespace assay::judge
