// How each runner can be made to report: by variables that our hooks and the runner read, by words in the command, or
// not at all. Inside this room only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/ask.h"
#include "reports/find.h"

namespace assay::reports {

// Text put into the command.
struct Edit {
  std::size_t begin = 0, end = 0;  // what it replaces
  std::string text{};
};

std::string edited(std::string_view command, std::vector<Edit> edits);

// Runners whose processes our hooks listen in; they write "<report folder>/<id>.jsonl".
bool is_listened_to(logs::Runner runner);
// The variable that brings the hook there: "PYTHONPATH".
std::string_view variable_of(logs::Runner runner);

// The variables for every command.
std::vector<std::string> environment_for(const AskInput& input, const FindResult& seen);

// A command that has no other way to be asked. Nothing is changed when `expected` stays empty.
struct Rewrite {
  std::vector<Edit> edits{};
  std::vector<Expected> expected{};
  std::vector<Hook> hooks{};
};
Rewrite rewrite(const Found& found, const AskInput& input, std::size_t number);

// Variables that the command itself sets: ours are put into them.
std::vector<Edit> edits_of_variables(const FindResult& seen, const AskInput& input);

// Why no report comes of it; empty when one is expected.
std::string why_hidden(const Found& found);

}  // namespace assay::reports
