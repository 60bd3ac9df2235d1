// Files that a change should not bring, whatever is in them: links that leave the tree, and huge binary files, which a
// history keeps for ever.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "git/repository.h"
#include "model/verdict.h"

namespace assay::engine {

// Of what the change from one commit to the other adds or changes. A file that `asked` names is wanted.
Result<std::vector<model::Finding>> findings_on_files(const git::Repository& repository, const std::string& from,
                                                      const std::string& to, std::string_view asked);

// The same of changed paths below a work tree, as they lie there now.
std::vector<model::Finding> findings_in_work_tree(const std::string& root, const std::vector<std::string>& changed,
                                                  std::string_view asked);

}  // namespace assay::engine
