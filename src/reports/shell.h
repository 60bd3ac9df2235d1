// The text of a command as a shell would cut it into simple commands, as far as it takes to see which programs are
// started with which words, and where these stand. Nothing is expanded. Inside this room only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay::reports {

struct Word {
  std::string text{};              // without its quotes
  std::size_t begin = 0, end = 0;  // in the command
  bool plain = true;               // nothing in it is expanded by the shell
};

using Words = std::vector<Word>;

// In the order in which they stand; those in substitutions ("$(…)") are not looked at, words of the shell's own ("if",
// "then", "{") and redirections are left out. At most k_most_commands.
std::vector<Words> simple_commands(std::string_view text);

constexpr std::size_t k_most_commands = 200;

// As one word of a shell.
std::string quoted(std::string_view text);

// "NAME=value": the length of the name; 0 when it is no assignment.
std::size_t assigned_name(std::string_view word);

}  // namespace assay::reports
