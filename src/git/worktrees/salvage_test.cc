#include "git/worktrees/salvage.h"

#include "git/scratch_repository.h"
#include "git/worktrees/integration_worktree.h"
#include "git/worktrees/task_worktree.h"
#include "os/lock.h"

namespace assay::git {
namespace {

constexpr const char* k_salvage_ref = "refs/assay/salvage/m1.t1/20231114T221320Z";

class Salvage : public testing::Test {
 protected:
  Salvage() : base(scratch.id("HEAD")) {
    EXPECT_TRUE(TaskWorktree::open(scratch.repository(), "m1", "t1", path(), base));
  }
  std::string path() const { return os::join_path(scratch.folder(), "task"); }
  std::string agent(const std::string& script) const { return scratch.sh(script, path()); }
  Pruned pruned(std::string_view name = "m1.t1") {
    auto done = prune(scratch.repository(), name, k_date);
    EXPECT_TRUE(done) << done.error().message;
    return done ? *done : Pruned{};
  }

  ScratchRepository scratch;
  std::string base;
};

TEST_F(Salvage, UncommittedAndUntrackedFilesAreKeptBeforeTheWorktreeGoes) {
  agent("echo changed >a.txt; echo new >new.txt; echo '*.log' >.gitignore; echo noise >x.log; rm b.txt");
  const auto done = pruned();
  EXPECT_EQ(done.salvage_ref, k_salvage_ref);
  EXPECT_FALSE(os::exists(path()));
  EXPECT_EQ(scratch.sh("git show " + *done.salvage_ref + ":a.txt; git show " + *done.salvage_ref +
                       ":new.txt; git ls-tree --name-only " + *done.salvage_ref),
            "changed\nnew\n.gitignore\na.txt\nnew.txt\nsrc");
  EXPECT_EQ(scratch.id(*done.salvage_ref + "^"), base);
  EXPECT_EQ(scratch.id("assay/m1/t1"), base);  // the branch stays
  EXPECT_TRUE(list_worktrees(scratch.repository(), Look::closely)->empty());
  EXPECT_EQ(scratch.sh("git worktree list | wc -l"), "1");
}

TEST_F(Salvage, NothingToKeepMakesNoRef) {
  agent("echo x >x; git add x; git commit -qm x");  // on the branch, which stays
  EXPECT_EQ(pruned().salvage_ref, std::nullopt);
  EXPECT_EQ(scratch.sh("git show assay/m1/t1:x; git for-each-ref refs/assay"), "x");
}

TEST_F(Salvage, CommitsOfADetachedHeadAreKept) {
  agent("git checkout -q --detach; echo x >x; git add x; git commit -qm x");
  const auto head = agent("git rev-parse HEAD");
  EXPECT_EQ(pruned().salvage_ref, k_salvage_ref);
  EXPECT_EQ(scratch.id(k_salvage_ref), head);
}

TEST_F(Salvage, CommitsAreKeptEvenWhenTheFolderIsGone) {
  agent("git checkout -q --detach; echo x >x; git add x; git commit -qm x");
  const auto head = agent("git rev-parse HEAD");
  scratch.sh("rm -r ../task");
  EXPECT_FALSE((*list_worktrees(scratch.repository(), Look::closely))[0].is_there);
  EXPECT_EQ(pruned().salvage_ref, k_salvage_ref);
  EXPECT_EQ(scratch.id(k_salvage_ref), head);
}

TEST_F(Salvage, WhatWasStagedAndThenChangedIsKeptToo) {
  agent("echo staged >a.txt; git add a.txt; echo later >a.txt");
  pruned();
  EXPECT_EQ(scratch.sh("git show " + std::string(k_salvage_ref) + ":a.txt; git show " + k_salvage_ref + "^2:a.txt"),
            "later\nstaged");
}

TEST_F(Salvage, AnUnfinishedMergeIsKeptWithItsConflicts) {
  scratch.commit("echo target >a.txt");
  agent("echo mine >a.txt; git commit -qam mine; git merge -q main || :");
  pruned();
  EXPECT_NE(scratch.sh("git show " + std::string(k_salvage_ref) + ":a.txt").find("<<<<<<<"), std::string::npos);
}

TEST_F(Salvage, ARepositoryMadeInsideKeepsTheWorktree) {
  agent("mkdir inner; cd inner; git init -q .; echo i >i; git add i; git commit -qm i");
  const auto refused = prune(scratch.repository(), "m1.t1", k_date);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::conflict);
  EXPECT_NE(refused.error().message.find("/inner is a repository of its own"), std::string::npos);
  EXPECT_EQ(agent("cat inner/i"), "i");
}

TEST_F(Salvage, AWorktreeInUseIsLeftAlone) {
  const auto place = *find_place(scratch.repository(), "m1.t1");
  const auto lock = os::Lock::try_take(place->lock_file(scratch.repository()));
  ASSERT_TRUE(lock && *lock);
  EXPECT_FALSE(prune(scratch.repository(), "m1.t1", k_date));
  EXPECT_TRUE(os::exists(path()));
}

TEST_F(Salvage, FilesThatGitForgotAreNotDeleted) {
  agent("echo precious >precious");
  scratch.sh("rm -r .git/worktrees/task");
  const auto refused = prune(scratch.repository(), "m1.t1", k_date);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("git worktree repair"), std::string::npos);
  EXPECT_EQ(agent("cat precious"), "precious");
}

TEST_F(Salvage, TwoSalvagesInOneSecondBothStay) {
  agent("echo first >x");
  pruned();
  ASSERT_TRUE(TaskWorktree::open(scratch.repository(), "m1", "t1", path(), base));
  agent("echo second >x");
  EXPECT_EQ(pruned().salvage_ref, std::string(k_salvage_ref) + "-2");
  EXPECT_EQ(scratch.sh("git show " + std::string(k_salvage_ref) + ":x; git show " + k_salvage_ref + "-2:x"),
            "first\nsecond");
}

TEST_F(Salvage, FoldersWithoutPermissionGoToo) {
  agent("mkdir -p d/e; echo x >d/e/x; chmod 500 d/e; chmod 500 d");
  EXPECT_EQ(pruned().salvage_ref, k_salvage_ref);
  EXPECT_FALSE(os::exists(path()));
}

TEST_F(Salvage, ListsWithWhatIsAtStake) {
  agent("echo x >x; git checkout -q --detach; git commit -q --allow-empty -m loose");
  auto warm = IntegrationWorktree::open(scratch.repository(), "m1", os::join_path(scratch.folder(), "warm"), base);
  ASSERT_TRUE(warm && warm->move_to(base));
  const auto all = list_worktrees(scratch.repository(), Look::closely);
  ASSERT_TRUE(all) << all.error().message;
  ASSERT_EQ(all->size(), 2u);
  EXPECT_EQ((*all)[0].place.name, "m1");
  EXPECT_EQ((*all)[0].place.kind, WorktreeKind::integration);
  EXPECT_TRUE((*all)[0].uncommitted.empty());
  EXPECT_TRUE((*all)[0].is_reachable);
  EXPECT_EQ((*all)[1].place.branch, "assay/m1/t1");
  EXPECT_EQ((*all)[1].uncommitted, std::vector<std::string>{"x"});
  EXPECT_FALSE((*all)[1].is_reachable);
  EXPECT_EQ(pruned("m1").salvage_ref, std::nullopt);
}

TEST_F(Salvage, AnUnknownNameIsToldSo) {
  const auto refused = prune(scratch.repository(), "nobody", k_date);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::not_found);
  EXPECT_FALSE(prune(scratch.repository(), "../x", k_date));
}

}  // namespace
}  // namespace assay::git
