// What "done" means, read off the words of a prompt.
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

// The base criterion, then one per family found.
std::vector<std::string> criteria_for(std::string_view prompt);

// A title from a prompt: its first sentence or line, at most 80 characters.
std::string title_for(std::string_view prompt);

}  // namespace assay::plan
