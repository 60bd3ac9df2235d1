// How each runner is asked which lines of the wanted files it executes. Inside this room only.
#pragma once

#include <vector>

#include "reports/ask.h"
#include "reports/find.h"
#include "reports/reach.h"

namespace assay::reports {

// By variables, which pass through scripts.
void ask_for_coverage(const AskInput& input, Asked& asked);

// By words in the command.
std::vector<Edit> coverage_words(const Found& found, const AskInput& input, Asked& asked, std::size_t number);

}  // namespace assay::reports
