// New files that decide how the tests that are there run. The rules compare a setting with what it was; of a file that
// the base does not have, there is nothing to compare. Pure; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::judge {

struct NewGate {
  std::string what{};                   // "which tests run (testMatch)"; empty: it decides nothing of them
  bool alone = false;                   // also where there is no test yet
  std::vector<std::string> asked_by{};  // words of a task that asks for such a file
};
NewGate new_gate(std::string_view path, std::string_view content);

}  // namespace assay::judge
