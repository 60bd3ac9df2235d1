// Files that take part in a run and that git ignores: what would be merged runs without them.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "git/repository.h"
#include "judge/outcome/evidence.h"

namespace assay::engine {

// Those that runners said they loaded, those of a kind that runners load by themselves (conftest.py, sitecustomize.py,
// settings of runners), those that a line of the change brings in, a .env that is read, and products that are dated in
// the future, which no builder makes again. Relative, sorted; none in folders of dependencies.
Result<std::vector<std::string>> ignored_files_in_run(const git::Repository& repository, const std::string& workspace,
                                                      const std::vector<judge::CommandRun>& runs,
                                                      const std::string& diff_file);

}  // namespace assay::engine
