// A commit's tree, as the planning room wants to see it.
#pragma once

#include <memory>
#include <string_view>

#include "base/result.h"
#include "git/repository.h"
#include "git/snapshot.h"
#include "plan/checks.h"

namespace assay::engine {

Result<std::unique_ptr<plan::Snapshot>> snapshot_of(const git::Repository& repository, std::string_view commit);
// The tree must outlive it.
std::unique_ptr<plan::Snapshot> snapshot_of(const git::Tree& tree);

}  // namespace assay::engine
