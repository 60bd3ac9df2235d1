// What "done" means for a mission, read off its prompt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::plan {

// Which families of words a prompt holds. Whole words, any case, plurals too: "build" is not "ui",
// "capital" is not "api", "APIs" is.
struct Topics {
  bool frontend = false;
  bool backend = false;
  bool testing = false;
  bool documentation = false;
};
Topics topics_of(std::string_view prompt);

// What the prompt itself says must hold (plan/prompt_criteria.h). Where it says nothing that can be looked at: the base
// criterion, then one per family found, all of them for a person.
std::vector<std::string> criteria_for(std::string_view prompt);

// Whether it is one of the general sentences, which no program can look at.
bool is_general(std::string_view criterion);

// A title from a prompt: its first sentence or line, at most 80 characters.
std::string title_for(std::string_view prompt);

}  // namespace assay::plan
