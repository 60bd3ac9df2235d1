// What is about to be pushed, judged before it leaves: git's pre-push hook.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/check/workspace.h"
#include "git/repository.h"

namespace assay::engine {

struct PushedBranch {
  std::string branch;
  std::string final_verdict;
  std::string findings;  // in words; empty: none
  std::string run;       // of `assay explain`
  bool refused = false;
};

// `lines`: what git hands to the hook, "<local ref> <local id> <remote ref> <remote id>" each. Branches that go, tags,
// and branches that bring no commit are left out. The task is the messages of the commits, unless `check` names one.
Result<std::vector<PushedBranch>> judge_push(const git::Repository& repository, std::string_view lines,
                                             const WorkspaceRequest& check, const OnProgress& notice);

// The script `pre-push` of this repository with our call in it, and without. Returns its path. Error: the script
// that is there is not one of sh.
Result<std::string> install_push_hook(const git::Repository& repository, std::string_view command);
Result<std::string> uninstall_push_hook(const git::Repository& repository);

}  // namespace assay::engine
