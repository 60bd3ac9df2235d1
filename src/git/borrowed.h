// A repository in a folder of ours that borrows the objects of another one. Files of the other's commits are laid out
// and changed there while its refs, index, configuration and checkout are neither read nor written.
#pragma once

#include <string>

#include "base/result.h"
#include "git/repository.h"

namespace assay::git {

// `folder` is empty. It lives as long as the other one is not moved.
Result<Repository> make_borrowing(const Repository& from, const std::string& folder);

// Makes the files of its work tree exactly those of a tree or commit (full id), byte by byte, and removes all others,
// ignored ones too. No content filter is run.
Result<void> lay_out(const Repository& borrowing, const std::string& tree);

// The files of the work tree that the index knows, and `paths`, as a commit; HEAD points at it. Returns its id.
Result<std::string> commit_laid_out(const Repository& borrowing, const std::vector<std::string>& paths);

}  // namespace assay::git
