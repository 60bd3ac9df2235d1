// The check an orchestrator asks for: prompt on standard input, result in a guarded file.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "model/check.h"

namespace assay::engine {

struct OrchestratorRequest {
  std::string workspace;
  std::string base_ref;
  std::string head_ref;
};

// Judges a prompt. Nothing is run. Keeps the evidence in the workspace, as a workspace check does.
Result<model::Check> check_prompt(const OrchestratorRequest& request, std::string_view prompt);

}  // namespace assay::engine
