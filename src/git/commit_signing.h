// Whether the user's git signs commits, and how.
#pragma once

#include <optional>

#include "base/result.h"
#include "git/commit.h"
#include "git/repository.h"

namespace assay::git {

// Nothing unless commit.gpgsign asks for it. The format and the key may be the repository's; programs are taken from
// the user's own configuration only.
Result<std::optional<CommitSigning>> commit_signing(const Repository& repository);

}  // namespace assay::git
