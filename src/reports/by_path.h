// Runners that are asked by words, started by scripts (a Makefile, package.json, tox): a program of the same name
// stands in front of them on PATH, and adds the words (hooks/path/asked.sh). Inside this room only.
#pragma once

#include <string>
#include <vector>

#include "reports/ask.h"
#include "reports/find.h"

namespace assay::reports {

// Nothing is added where the script names the program by its path, or sets PATH anew.
bool is_asked_by_path(const Found& found, const AskInput& input);

// The programs, what they will leave, and PATH. `found`: each of them is_asked_by_path.
void ask_by_path(const std::vector<Found>& found, const AskInput& input, Asked& asked);

}  // namespace assay::reports
