// Which test runner the words of one command start, behind whatever stands in front of it (variables, `env`, `npx`,
// `poetry run`, `python -m`). Inside this room only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "logs/facts.h"
#include "reports/shell.h"

namespace assay::reports {

struct Program {
  logs::Runner runner = logs::Runner::loose;
  std::size_t first = 0;  // index of the word that names the program
  std::size_t last = 0;   // of the last word that is part of its name: "test" in "go test"
  // Words in front that set variables, and those that keep Python from reading them.
  std::vector<std::size_t> assignments{};
  bool isolated = false;
};

Program program_of(const Words& words);

}  // namespace assay::reports
