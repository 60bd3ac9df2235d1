// A commit judged instead of a work tree: its files are laid out in a repository of ours (git/borrowed.h), so that what
// the person's checkout holds besides plays no part. Of the checkout only dependencies are shown to the commands.
#pragma once

#include <string>

#include "base/result.h"
#include "engine/check/workspace.h"
#include "git/repository.h"

namespace assay::engine {

// `base` and `commit` are full ids. `request` says the rest; its place and base are set here. The evidence is kept
// where that of the person's work tree is, for `assay explain`.
Result<WorkspaceResult> check_commit(const git::Repository& repository, const std::string& base,
                                     const std::string& commit, WorkspaceRequest request, const OnProgress& notice);

}  // namespace assay::engine
