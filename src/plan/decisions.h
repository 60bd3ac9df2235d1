// Locked decisions as files: docs/formats/decisions.md.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/decision.h"

namespace assay::plan {

// TOML or JSON ([[decision]] tables), or Markdown: the list under a heading that speaks of decisions, or
// in a <decisions> block, and TOML in fences there. Errors name the file and the decision.
Result<std::vector<model::LockedDecision>> read_decisions(std::string_view text, std::string_view file_name);

}  // namespace assay::plan
