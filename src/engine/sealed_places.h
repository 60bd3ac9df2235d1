// Where Assay keeps what no command may see or change: stores, evidence, keys, live logs, work trees of other tasks; of
// this repository and of every other that can be found without searching the disk. engine/sandbox_policy.h puts them
// out of sight.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "git/git_paths.h"

namespace assay::engine {

struct SealedPlaces {
  std::vector<std::string> sealed;  // Assay's own; some may not exist yet
  std::vector<std::string> others;  // other work trees of the repository
};

// For commands in `folder` (resolved), in the work tree `paths` when it lies in one. `shown` are folders that they
// see: repositories in them are looked for too, a few levels deep.
SealedPlaces find_sealed_places(const std::string& folder, const std::optional<git::GitPaths>& paths,
                                const std::vector<std::string>& shown);

}  // namespace assay::engine
