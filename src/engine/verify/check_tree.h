// A work tree that one command at a time runs in, the same for each: exactly the files of a commit, and what was
// prepared for it. What a command changed is found out after it and put back before the next. Checks that run side
// by side have one each, so that none sees what another does.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/verify/offered.h"
#include "engine/verify/run_check.h"
#include "git/worktrees/integration_worktree.h"
#include "os/process/standing_sandbox.h"
#include "os/sandbox/sandbox.h"

namespace assay::engine {

// What a command did to the tree it ran in.
struct TreeChange {
  std::vector<std::string> rewritten;  // files of the commit whose content is another one, or which are gone
  std::vector<std::string> left;       // new files and folders (which end in a slash), topmost; removed
};

class CheckTree {
 public:
  // `worktree` is held to `commit`. `scratch`: a name for folders of its own. `caches`: see WorkingCopy::move_to.
  static Result<std::unique_ptr<CheckTree>> make(git::IntegrationWorktree worktree, std::string commit,
                                                 std::vector<std::string> caches, const Prepared& prepared,
                                                 os::Sandbox sandbox, const std::string& scratch);

  // Sends the command here: its folder, its sandbox, what was prepared. Then it is run, and then settle is called.
  Result<void> take(CheckRequest& request);

  // Makes the tree what it was and says what the command had done.
  Result<TreeChange> settle();

  const std::string& folder() const { return m_worktree.path(); }

 private:
  CheckTree(git::IntegrationWorktree worktree, std::string commit, std::vector<std::string> caches,
            os::Sandbox sandbox);

  git::IntegrationWorktree m_worktree;
  std::string m_commit;
  std::vector<std::string> m_caches;
  os::Sandbox m_sandbox;
  std::string m_reports;  // the same for every command, so that sandboxes that stand can serve it
  Offered m_offered;
  std::unique_ptr<os::StandingSandboxes> m_standing;
};

}  // namespace assay::engine
