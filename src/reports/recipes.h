// What make, just and tox would run, read from their files far enough to see which programs are started: variables that
// the file sets to plain text are put in, conditions and functions are not looked at. Inside this room only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::reports {

struct Recipe {
  std::string text{};               // a command a line
  std::vector<std::string> sets{};  // variables that all commands get: "PYTHONPATH"
};

// Of these targets and all that they need; without one, of the first.
Recipe make_recipe(std::string_view makefile, const std::vector<std::string>& targets);
Recipe just_recipe(std::string_view justfile, const std::string& target);
// Of all environments.
Recipe tox_commands(std::string_view tox_ini);

}  // namespace assay::reports
