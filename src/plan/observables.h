// What a sentence offers to somebody who has to check it, found by the shape of its words: a path
// and a command look like nothing else. Inside this room only.
#pragma once

#include <string>
#include <string_view>

namespace assay::plan {

enum class Strength {
  none,
  hint,   // speaks of something that can be seen ("shows", "column", "a number"), so much as it is not an opinion
  proof,  // names it: a command, a path, an endpoint, quoted text, a value with its unit, an identifier
};

struct Account {
  Strength strength = Strength::none;
  std::string opinion;       // the first word that says how somebody finds it: "properly", "clean"; empty without one
  std::string soft_opinion;  // likewise, of words that mean something else beside what can be seen: "right", "ready"
  size_t words = 0;
  bool foreign = false;  // mostly letters beyond ASCII: no vocabulary of ours applies
};

Account account_of(std::string_view sentence);

// By the shape of one word without the punctuation around it.
bool is_path(std::string_view word);       // "src/a", "./run", "/api/tasks", an address; not "and/or"
bool is_file_name(std::string_view word);  // "README.md"
bool is_identifier(std::string_view raw, std::string_view word);  // "parseConfig", "MAX_SIZE"; `raw` with punctuation

}  // namespace assay::plan
