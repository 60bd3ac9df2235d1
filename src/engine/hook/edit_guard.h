// Edits that an agent is about to make, looked at before they are made.
#pragma once

#include <string>

#include "base/result.h"
#include "git/repository.h"
#include "hooks/input.h"

namespace assay::engine {

// Why the edit must not be made; empty: it may. Each file is held against its form in `base`, so that an agent may
// change what it wrote itself. What moves from one file to another cannot be seen in one edit: rules about deleted
// tests and assertions wait until the agent stops.
Result<std::string> why_refused(const git::Repository& repository, const hooks::Input& input, const std::string& base,
                                const std::string& task);

}  // namespace assay::engine
