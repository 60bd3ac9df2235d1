// `assay calibrate`: how many variants of the repository's own past commits the gate catches, and how many honest ones
// it would have blocked. One caller at a time; ends early, with what was measured so far, when commands are cancelled
// (os/cancel_token.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "engine/calibrate/calibration.h"
#include "engine/check/workspace.h"

namespace assay::engine {

struct CalibrateRequest {
  WorkspaceRequest check{};  // workspace, commands, sandbox and what is granted in it
  std::uint64_t commits = 10;
  std::optional<std::string> since{};  // a revision: only commits after it
  std::chrono::minutes budget{30};
};

// Error: not a git repository, no commit, a revision that is not there. A history with no commit of use is a
// calibration that took none.
Result<Calibration> calibrate(const CalibrateRequest& request, const OnProgress& progress, const OnProgress& notice);

}  // namespace assay::engine
