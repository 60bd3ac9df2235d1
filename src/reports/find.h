// The test runners that a command starts, itself or behind scripts. Inside this room only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/ask.h"
#include "reports/programs.h"
#include "reports/shell.h"

namespace assay::reports {

struct Found {
  logs::Runner runner = logs::Runner::loose;
  Words words{};
  Program program{};
  std::string folder{};  // that it is started in, as far as it is seen; relative
  std::string behind{};  // "npm test"; empty: it stands in the command itself
  // Variables that are set anew on the way to it, and that we would need: "PYTHONPATH".
  std::vector<std::string> sets{};
};

struct FindResult {
  std::vector<Found> found{};
  std::vector<Words> direct{};         // all commands of the text itself
  std::vector<std::string> unclear{};  // programs that may start anything: "turbo", "nx"
  bool test_program = false;           // a program or script that is a test by its name is started
  bool other_test = false;             // such a one that is no known runner, and cannot be read
};

// A program or script that is a test by its own name or folder: "build/ring_test", "tests/run".
bool is_test_name(std::string_view path);

FindResult find_runners(std::string_view command, const std::string& folder, const Files* files);

}  // namespace assay::reports
