// What a shell was told to run, as the log shows it: "$ make test", "+ make test" of a trace, "##[group]Run make test".
// Each is told as a run of the shell with that line as its command. Internal to logs.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "logs/facts.h"

namespace assay::logs {

class ShownCommands {
 public:
  // In the order of the lines; one that comes a second time is passed over.
  void note(std::string_view line, std::uint64_t number);
  // All or none: what is asked of them is which was the last of its kind.
  void tell(Facts& facts);

 private:
  std::vector<Run> m_runs;
};

}  // namespace assay::logs
