#include "git/worktrees/task_worktree.h"

#include "git/scratch_repository.h"
#include "git/worktrees/salvage.h"

namespace assay::git {
namespace {

class Task : public testing::Test {
 protected:
  Task() : base(scratch.id("HEAD")), worktree(open()) {}

  std::string path() const { return os::join_path(scratch.folder(), "task"); }
  TaskWorktree open() const {
    auto opened = TaskWorktree::open(scratch.repository(), "m1", "t1", path(), base);
    EXPECT_TRUE(opened) << opened.error().message;
    return *opened;
  }
  std::string agent(const std::string& script) const { return scratch.sh(script, path()); }
  Left inspect() const {
    auto left = worktree.inspect();
    EXPECT_TRUE(left) << left.error().message;
    return left ? *left : Left{};
  }
  TaskWorktree::Snapshot snapshot() {
    auto taken = worktree.snapshot_commit("Do the task", k_date);
    EXPECT_TRUE(taken) << taken.error().message;
    return taken ? *taken : TaskWorktree::Snapshot{};
  }

  ScratchRepository scratch;
  std::string base;
  TaskWorktree worktree;
};

TEST_F(Task, HasABranchAndAllFilesOfTheBase) {
  EXPECT_EQ(worktree.branch(), "assay/m1/t1");
  EXPECT_EQ(scratch.id("refs/heads/assay/m1/t1"), base);
  EXPECT_EQ(agent("cat a.txt src/c.txt; git status --porcelain --branch"), "one\nthree\n## assay/m1/t1");
  const auto left = inspect();
  EXPECT_TRUE(left.is_orderly());
  EXPECT_TRUE(left.uncommitted.empty());
  EXPECT_FALSE(snapshot().commit);
  EXPECT_EQ(scratch.id("refs/heads/assay/m1/t1"), base);
}

TEST_F(Task, IsMadeWhereAKilledGitLeftTheLockOfItsBranch) {
  scratch.sh("mkdir -p .git/refs/heads/assay/m1; touch -d '1 minute ago' .git/refs/heads/assay/m1/t2.lock");
  const auto other = TaskWorktree::open(scratch.repository(), "m1", "t2", scratch.folder() + "/other", base);
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_EQ(scratch.id("refs/heads/assay/m1/t2"), base);
}

// git writes zeros there, and the branch in a second step.
TEST_F(Task, IsMadeWhereAKilledGitLeftAHeadOfZeros) {
  const auto folder = scratch.folder() + "/other";
  ASSERT_TRUE(TaskWorktree::open(scratch.repository(), "m1", "t2", folder, base));
  scratch.sh("cd " + folder + "; admin=$(git rev-parse --git-dir); rm -rf a.txt b.txt src; rm -f $admin/index; " +
             "echo 0000000000000000000000000000000000000000 >$admin/HEAD; : >$admin/HEAD.lock; echo initializing " +
             ">$admin/locked");
  const auto again = TaskWorktree::open(scratch.repository(), "m1", "t2", folder, base);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(scratch.sh("cd " + folder + "; git status --porcelain --branch; cat a.txt"), "## assay/m1/t2\none");
  EXPECT_EQ(scratch.sh("git fsck --connectivity-only --no-dangling 2>&1"), "");
}

// Every git that looks at the other work trees stops at such a folder.
TEST_F(Task, IsMadeBesideOneThatAKilledGitLeftHalfMade) {
  scratch.sh("mkdir -p .git/worktrees/half; cd .git/worktrees/half; echo initializing >locked; : >commondir; " +
             cat("echo ", scratch.folder(), "/half/.git >gitdir; echo 0000000000000000000000000000000000000000 >HEAD"));
  const auto folder = scratch.folder() + "/other";
  const auto other = TaskWorktree::open(scratch.repository(), "m1", "t2", folder, base);
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_EQ(scratch.sh("cat a.txt; git rev-parse --abbrev-ref HEAD", folder), "one\nassay/m1/t2");
}

TEST_F(Task, IsWhatGitWouldHaveMade) {
  const auto mine = scratch.folder() + "/by-git";
  scratch.sh("git worktree add -q -b by-git " + mine);
  const auto listed = scratch.sh("git worktree list --porcelain");
  EXPECT_NE(listed.find(cat("worktree ", path(), "\nHEAD ", base, "\nbranch refs/heads/assay/m1/t1")),
            std::string::npos)
      << listed;
  for (const std::string name : {"commondir", "gitdir"}) {
    const auto ours = scratch.sh(cat("cat .git/worktrees/task/", name));
    auto of_git = scratch.sh(cat("cat .git/worktrees/by-git/", name));
    if (name == "gitdir") of_git.replace(of_git.find("by-git"), 6, "task");
    EXPECT_EQ(ours, of_git);
  }
  EXPECT_EQ(scratch.sh("git fsck --no-dangling 2>&1; git worktree prune -v; git worktree repair"), "");
  EXPECT_EQ(agent("git commit -q --allow-empty -m x; git log -g --format=%gs HEAD | head -1"), "commit: x");
}

TEST_F(Task, ABranchThatIsCheckedOutElsewhereIsRefused) {
  scratch.sh("git worktree add -q -b assay/m1/t2 ../person");
  const auto other = TaskWorktree::open(scratch.repository(), "m1", "t2", scratch.folder() + "/other", base);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, Code::conflict);
  EXPECT_NE(other.error().message.find("assay/m1/t2 is checked out at " + scratch.folder() + "/person"),
            std::string::npos)
      << other.error().message;
}

TEST_F(Task, WorksWhereWorkTreesHaveSettingsOfTheirOwn) {
  scratch.sh("git config extensions.worktreeConfig true; git config --worktree user.name Eve");
  const auto folder = scratch.folder() + "/other";
  const auto other = TaskWorktree::open(scratch.repository(), "m1", "t2", folder, base);
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_EQ(scratch.sh("git config user.name; cat a.txt", folder), "Eve\none");
}

TEST_F(Task, UncommittedWorkBecomesAMarkedCommit) {
  agent(
      "echo committed >c; git add c; git commit -qm mine; tip=$(git rev-parse HEAD); echo two >a.txt; git rm -q b.txt; "
      "echo new >new.txt; "
      "chmod +x src/c.txt; ln -s a.txt link; echo '*.log' >.gitignore; echo noise >x.log; echo staged >staged; git add "
      "staged");
  const auto tip = agent("git rev-parse HEAD");
  const auto taken = snapshot();
  EXPECT_EQ(taken.left.uncommitted,
            (std::vector<std::string>{".gitignore", "a.txt", "b.txt", "link", "new.txt", "src/c.txt", "staged"}));
  ASSERT_TRUE(taken.commit);
  EXPECT_EQ(scratch.id("refs/heads/assay/m1/t1"), *taken.commit);
  EXPECT_EQ(scratch.id(*taken.commit + "^"), tip);
  EXPECT_EQ(scratch.sh("git log -1 --format='%an|%s|%(trailers:key=Assay-Snapshot,valueonly)' " + *taken.commit),
            "Assay|Do the task|uncommitted");
  EXPECT_EQ(agent("git status --porcelain; cat x.log"), "noise");
  EXPECT_FALSE(snapshot().commit);  // once is enough
}

TEST_F(Task, ChangesWithinTheSameSecondAndSizeAreSeen) {
  agent(
      "touch -r a.txt ../ref; printf 'two\\n' >a.txt; touch -r ../ref a.txt; git update-index --assume-unchanged "
      "a.txt");
  EXPECT_EQ(inspect().uncommitted, std::vector<std::string>{"a.txt"});
  EXPECT_EQ(scratch.sh("git show " + *snapshot().commit + ":a.txt"), "two");
}

TEST_F(Task, SameContentAndDateGiveTheSameCommit) {
  agent("echo x >x");
  const auto commit = *snapshot().commit;
  agent("git reset -q --hard " + base + "; git update-ref refs/heads/assay/m1/t1 " + base + "; echo x >x");
  scratch.sh("rm .git/assay/worktrees/m1.t1/tip");
  EXPECT_EQ(*snapshot().commit, commit);
}

TEST_F(Task, ASwitchedBranchIsToldAndNotCommittedTo) {
  agent("git checkout -q -b elsewhere; echo x >x");
  const auto taken = snapshot();
  EXPECT_TRUE(taken.left.switched_branch);
  EXPECT_EQ(taken.left.branch, "elsewhere");
  EXPECT_EQ(taken.left.uncommitted, std::vector<std::string>{"x"});
  EXPECT_FALSE(taken.commit);
  agent("git checkout -q --detach");
  EXPECT_EQ(inspect().branch, "");
  EXPECT_TRUE(inspect().switched_branch);
}

TEST_F(Task, RewrittenHistoryIsTold) {
  agent("echo 1 >one; git add one; git commit -qm one");
  EXPECT_FALSE(inspect().rewrote_history);
  ASSERT_FALSE(snapshot().commit);  // the tip is noted
  agent("git commit -q --amend -m other");
  EXPECT_TRUE(inspect().rewrote_history);
  EXPECT_FALSE(snapshot().commit);
}

TEST_F(Task, ABranchThatLostItsBaseOrIsGoneIsTold) {
  agent("c=$(git commit-tree -m root HEAD^{tree}); git reset -q --hard $c");
  EXPECT_TRUE(inspect().rewrote_history);
  agent("git checkout -q --detach; git branch -q -D assay/m1/t1");
  const auto left = inspect();
  EXPECT_TRUE(left.rewrote_history);
  EXPECT_EQ(left.tip, "");
}

TEST_F(Task, UnfinishedMergesAndRebasesAreTold) {
  scratch.commit("echo target >a.txt");
  agent("echo mine >a.txt; git commit -qam mine; git merge -q main || :");
  auto left = inspect();
  EXPECT_EQ(left.pending, Pending::merge);
  EXPECT_EQ(left.unmerged, std::vector<std::string>{"a.txt"});
  EXPECT_FALSE(left.is_orderly());
  agent("git merge --abort; git rebase -q main || :");
  left = inspect();
  EXPECT_EQ(left.pending, Pending::rebase);
  EXPECT_TRUE(left.switched_branch);
  agent("git rebase --abort; git cherry-pick main || :");
  EXPECT_EQ(inspect().pending, Pending::cherry_pick);
  EXPECT_FALSE(snapshot().commit);
}

TEST_F(Task, RepositoriesMadeInsideAreToldAndLeftOut) {
  agent(
      "mkdir inner empty; cd inner; git init -q .; echo i >i; git add i; git commit -qm i; cd ../empty; git init -q .; "
      "cd ..; echo x >x");
  const auto left = inspect();
  EXPECT_EQ(left.nested, (std::vector<std::string>{"empty", "inner"}));
  EXPECT_EQ(left.uncommitted, std::vector<std::string>{"x"});
  EXPECT_FALSE(snapshot().commit);
}

TEST_F(Task, WhatTheAgentConfiguredDoesNotCount) {
  agent("echo '*.txt filter=evil' >.gitattributes; git config filter.evil.clean 'touch " + scratch.folder() +
        "/pwned; cat'; "
        "mkdir h; printf '#!/bin/sh\\ntouch " +
        scratch.folder() +
        "/pwned\\n' >h/pre-commit; chmod +x h/pre-commit; git config core.hooksPath $PWD/h; "
        "git config user.name Evil; echo changed >a.txt; rm .git; ln -s /nowhere .git");
  const auto taken = snapshot();
  ASSERT_TRUE(taken.commit);
  EXPECT_EQ(scratch.sh("git show " + *taken.commit + ":a.txt; git log -1 --format=%an " + *taken.commit),
            "changed\nAssay");
  EXPECT_FALSE(os::exists(os::join_path(scratch.folder(), "pwned")));
  EXPECT_EQ(agent("git rev-parse --abbrev-ref HEAD"), "assay/m1/t1");
}

TEST_F(Task, OpeningAgainLeavesTheWorkAlone) {
  agent("echo mine >a.txt; echo more >more");
  auto again = TaskWorktree::open(scratch.repository(), "m1", "t1", path(), scratch.commit("echo later >l"));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->base(), base);
  EXPECT_EQ(agent("cat a.txt more"), "mine\nmore");
  EXPECT_FALSE(TaskWorktree::open(scratch.repository(), "m1", "t1", path() + "2", base));
}

TEST_F(Task, ABranchThatIsAlreadyThereIsContinued) {
  const auto tip = scratch.sh(
      "git branch assay/m1/t2; git worktree add -q ../other assay/m1/t2; cd ../other; echo x >x; git add x; git commit "
      "-qm x; "
      "git rev-parse HEAD; cd ../repo; git worktree remove ../other");
  const auto other = TaskWorktree::open(scratch.repository(), "m1", "t2", os::join_path(scratch.folder(), "t2"), base);
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_EQ(other->inspect()->head, tip);
  EXPECT_TRUE(other->inspect()->uncommitted.empty());
}

TEST_F(Task, OneThatIsMadeAgainHasTheBaseThatItsBranchHolds) {
  agent("echo x >x; git add x; git commit -qm x");
  ASSERT_TRUE(prune(scratch.repository(), "m1.t1", 1'700'000'000));
  auto again = TaskWorktree::open(scratch.repository(), "m1", "t1", path(), scratch.commit("echo later >l"));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->base(), base);
  EXPECT_FALSE(again->inspect()->rewrote_history);
}

TEST_F(Task, NamesThatCannotBeBranchesAreRefused) {
  EXPECT_FALSE(TaskWorktree::open(scratch.repository(), "m/1", "t", path(), base));
  EXPECT_FALSE(TaskWorktree::open(scratch.repository(), "m1", "../t", path(), base));
}

TEST(TaskWithSubmodule, WhatTheAgentWroteIntoItsConfigurationIsNotRun) {
  const ScratchRepository scratch;
  scratch.sh("git init -q lib; cd lib; echo x >x; git add x; git commit -qm x", scratch.folder());
  const auto base = scratch.commit("git -c protocol.file.allow=always submodule --quiet add ../lib lib");
  const auto path = os::join_path(scratch.folder(), "task");
  auto worktree = *TaskWorktree::open(scratch.repository(), "m1", "t1", path, base);
  const auto mark = os::join_path(scratch.folder(), "ran");
  scratch.sh(cat("rm -rf lib; git clone -q ../lib lib; cd lib; printf '#!/bin/sh\\ntouch ", mark,
                 "\\ncat\\n' >evil; chmod +x evil; echo '* filter=e' >.gitattributes; git config filter.e.clean "
                 "\"$PWD/evil\"; "
                 "touch -d 2001-01-01 x"),
             path);
  ASSERT_TRUE(worktree.inspect());
  ASSERT_TRUE(worktree.snapshot_commit("Do the task", k_date));
  EXPECT_FALSE(os::exists(mark));
  scratch.sh("git status >/dev/null", path);
  EXPECT_TRUE(os::exists(mark));  // git itself would have
}

}  // namespace
}  // namespace assay::git
