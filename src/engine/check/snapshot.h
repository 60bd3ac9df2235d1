// A commit's tree, as the planning room wants to see it.
#pragma once

#include <memory>

#include "git/snapshot.h"
#include "plan/checks.h"

namespace assay::engine {

// The tree must outlive it.
std::unique_ptr<plan::Snapshot> snapshot_of(const git::Tree& tree);

}  // namespace assay::engine
