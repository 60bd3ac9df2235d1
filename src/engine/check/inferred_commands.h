// The commands that a repository's own files ask for (plan/checks.h), for a check that was given none.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "git/repository.h"

namespace assay::engine {

// Read from the base, which the change cannot write; from the work tree where the base asks for nothing. `touched`:
// paths that the change adds or edits.
Result<std::vector<std::string>> infer_commands(const git::Repository& repository, const std::string& base,
                                                const std::string& intent, const std::vector<std::string>& touched);

}  // namespace assay::engine
