// What a prompt itself says must hold, in its own words: items of lists, checkboxes, scenarios, rows of tables, and
// sentences that name something to look at. In any language: what counts is the structure, and a few words of the
// languages that prompts are written in most.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::plan {

inline constexpr size_t k_most_criteria = 100;
inline constexpr size_t k_longest_criterion = 1000;  // bytes; a longer one is cut

struct PromptReading {
  std::vector<std::string> criteria;   // each once, in the order of the prompt
  std::vector<std::string> non_goals;  // what it says is not to be done: "Do not touch src/legacy"
  size_t left_out = 0;                 // criteria beyond the first hundred
};

// Linear over the whole text, whatever its bytes.
PromptReading read_prompt(std::string_view prompt);

// What is missing, with an example of how to say it; nothing when the prompt says something that can be checked.
std::optional<std::string> why_prompt_vague(std::string_view prompt);

}  // namespace assay::plan
