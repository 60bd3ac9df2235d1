// What a person asked an agent for, read from the transcript that the agent's client keeps.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::hooks {

// How every text that Assay gives to an agent begins, so that it is not taken for the words of a person.
inline constexpr std::string_view k_own_words = "Assay does not accept this change yet";

// The prompts of a person in a transcript (JSON, or a JSON object a line), in order. What a client adds by itself
// (its surroundings, results of tools, answers of hooks) is left out, and so are lines that are cut off.
std::vector<std::string> prompts_of(std::string_view transcript);

// The prompts as one task: equal ones once, bounded. Empty when there are none.
std::string task_of(const std::vector<std::string>& prompts);

// Whether the task names this file, whole, in a sentence that denies nothing. "Never touch a/b.js" does not.
bool asks_to_edit(std::string_view task, std::string_view path);

// Whether the task has one of these words, in any case, in a sentence that denies nothing.
bool asks_about(std::string_view task, const std::vector<std::string>& words);

}  // namespace assay::hooks
