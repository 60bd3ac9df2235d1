// Commands behind a command: the scripts of package.json and composer.json, recipes of make and just, environments of
// tox, files of a shell. Inside this room only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/ask.h"
#include "reports/shell.h"

namespace assay::reports {

struct Script {
  std::string text{};    // commands of a shell
  std::string folder{};  // relative to the work tree, empty or with a slash at its end
  std::string name{};    // as people call it: "npm test", "make check"
  // Variables that the file itself sets for all of its commands.
  std::vector<std::string> sets{};
  bool by_node = false;  // started by a program of node, in which our hook keeps NODE_OPTIONS
};

// What the words start that is not a program by itself; empty when they start none that can be read.
std::vector<Script> scripts_of(const Words& words, const std::string& folder, const Files& files);

}  // namespace assay::reports
