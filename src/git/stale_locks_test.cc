#include "git/stale_locks.h"

#include <gtest/gtest.h>

#include "git/refs/refs.h"
#include "git/scratch_repository.h"
#include "os/files.h"

namespace assay::git {
namespace {

TEST(StaleLocks, OldOnesOfTheBranchAndItsWorktreeGoAndGitWorksAgain) {
  ScratchRepository scratch;
  const auto repository = scratch.repository();
  const auto git = repository.common_folder();
  scratch.sh(
      "git worktree add -q -b assay/m/t ../t; git branch assay/m/other; cd .git; for f in refs/heads/assay/m/t "
      "refs/heads/assay/m/other worktrees/t/HEAD worktrees/t/index HEAD; do touch -d '1 minute ago' $f.lock; done");
  EXPECT_NE(scratch.sh("git -C ../t commit -q --allow-empty -m x 2>&1 || echo refused"), "");
  drop_stale_locks(repository, "assay/m/t", "t");
  EXPECT_EQ(scratch.sh("git -C ../t commit -q --allow-empty -m x 2>&1 || echo refused"), "");
  EXPECT_TRUE(os::exists(git + "/refs/heads/assay/m/other.lock")) << "another task's";
  EXPECT_TRUE(os::exists(git + "/HEAD.lock")) << "the person's own";
}

TEST(StaleLocks, YoungOnesAreWaitedForAndOtherThingsStay) {
  ScratchRepository scratch;
  const auto repository = scratch.repository();
  const auto git = repository.common_folder();
  scratch.sh(
      "mkdir -p .git/worktrees/t/index.lock; touch .git/worktrees/t/HEAD.lock; touch -d '1 hour ago' "
      ".git/worktrees/t/index.lock");
  const auto start = std::chrono::steady_clock::now();
  drop_stale_locks(repository, "assay/m/t", "t", std::chrono::milliseconds(300));
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(200)) << "its git may live";
  EXPECT_FALSE(os::exists(git + "/worktrees/t/HEAD.lock"));
  EXPECT_TRUE(os::exists(git + "/worktrees/t/index.lock")) << "a folder is no lock of git's";
}

}  // namespace
}  // namespace assay::git
