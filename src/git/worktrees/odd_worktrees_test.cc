// Work trees in which somebody left what git stumbles over, work trees that are away, and repositories that were moved
// or copied: each is told apart, and none hinders another.
#include "git/scratch_repository.h"
#include "git/worktrees/removed.h"
#include "git/worktrees/salvage.h"
#include "git/worktrees/task_worktree.h"
#include "git/worktrees/worktree_admin.h"

namespace assay::git {
namespace {

class OddWorktrees : public testing::Test {
 protected:
  OddWorktrees() : base(scratch.id("HEAD")) {
    for (const auto* task : {"odd", "plain"}) {
      const auto made = TaskWorktree::open(scratch.repository(), "m1", task, path(task), base);
      EXPECT_TRUE(made) << made.error().message;
    }
    agent("echo mine >mine.txt", "plain");
  }
  std::string path(std::string_view task) const { return os::join_path(scratch.folder(), task); }
  std::string agent(const std::string& script, std::string_view task = "odd") const {
    return scratch.sh(script, path(task));
  }
  std::string record_folder() const { return os::join_path(scratch.root(), ".git/assay/worktrees/m1.odd"); }

  // The odd one's row; the other is as it should be.
  WorktreeStatus odd(Look look = Look::closely) const {
    const auto all = list_worktrees(scratch.repository(), look);
    EXPECT_TRUE(all) << all.error().message;
    if (!all || all->size() != 2) return {};
    EXPECT_EQ((*all)[1].problem, "");
    EXPECT_EQ((*all)[1].head, base);
    EXPECT_EQ((*all)[1].uncommitted.size(), look == Look::closely ? 1U : 0U);
    return (*all)[0];
  }
  std::string refusal(std::string_view name = "m1.odd") const {
    const auto pruned = prune(scratch.repository(), name, k_date);
    return pruned ? "" : pruned.error().message;
  }

  ScratchRepository scratch;
  std::string base;
};

TEST_F(OddWorktrees, ANamedPipeInPlaceOfAFileIsAFileThatWentAway) {
  agent("rm a.txt; mkfifo a.txt unknown; echo new >new.txt");
  EXPECT_EQ(odd().problem, "");
  EXPECT_EQ(odd().uncommitted, (std::vector<std::string>{"a.txt", "new.txt"}));
  const auto pruned = prune(scratch.repository(), "m1.odd", k_date);
  ASSERT_TRUE(pruned) << pruned.error().message;
  EXPECT_EQ(scratch.sh("git ls-tree --name-only " + *pruned->salvage_ref), "b.txt\nnew.txt\nsrc");
  EXPECT_FALSE(os::exists(path("odd")));
}

TEST_F(OddWorktrees, GitIsKeptFromWaitingAtAPipe) {
  for (const auto* where : {".gitignore", "src/.gitattributes", "new/.gitignore"}) {
    agent(cat("mkdir -p new; mkfifo ", where));
    EXPECT_TRUE(contains(odd().problem, cat(path("odd"), "/", where))) << odd().problem;
    EXPECT_TRUE(contains(refusal(), "remove it")) << refusal();
    agent(cat("rm ", where));
  }
  EXPECT_EQ(odd().problem, "");
}

TEST_F(OddWorktrees, WhatNoCommitCanHoldKeepsItsWorktreeAlone) {
  agent("mkdir .GIT; echo x >.GIT/config");
  EXPECT_TRUE(contains(odd().problem, ".GIT/config")) << odd().problem;
  EXPECT_TRUE(contains(refusal(), ".GIT/config")) << refusal();
  EXPECT_EQ(agent("cat .GIT/config"), "x");
  EXPECT_EQ(refusal("m1.plain"), "");
  agent("rm -r .GIT");
  EXPECT_EQ(refusal(), "");
}

TEST_F(OddWorktrees, AFileTooLargeForACommitIsToldUnlessItIsIgnored) {
  agent("truncate -s 3G huge.bin");
  EXPECT_TRUE(contains(odd().problem, "huge.bin")) << odd().problem;
  EXPECT_TRUE(contains(refusal(), "huge.bin"));
  agent("echo '*.bin' >.gitignore");
  EXPECT_EQ(odd().problem, "");
  EXPECT_EQ(refusal(), "");
}

TEST_F(OddWorktrees, NamesThatAreNoTextAndLinksThatGoRoundAreKept) {
  agent("ln -s two one; ln -s one two; printf x >\"$(printf 'n\\377\\nl')\"");
  EXPECT_EQ(odd().problem, "");
  EXPECT_EQ(odd().uncommitted.size(), 3U);
  EXPECT_EQ(refusal(), "");
}

TEST_F(OddWorktrees, ARecordThatCannotBeReadIsARowOfItsOwn) {
  scratch.sh("rm record; mkfifo record", record_folder());
  EXPECT_TRUE(contains(odd().problem, "record")) << odd().problem;
  EXPECT_TRUE(contains(refusal(), "record"));
  scratch.sh("rm record; echo nothing >record", record_folder());
  EXPECT_TRUE(contains(odd(Look::outside).problem, "names no work tree")) << odd(Look::outside).problem;
}

TEST_F(OddWorktrees, ADamagedFolderOfGitsIsTold) {
  scratch.sh("rm HEAD index; mkfifo HEAD index", os::join_path(scratch.root(), ".git/worktrees/odd"));
  EXPECT_TRUE(contains(odd(Look::outside).problem, "damaged")) << odd(Look::outside).problem;
  EXPECT_TRUE(contains(odd().problem, "damaged"));
  agent("echo mine >mine.txt");
  const auto pruned = prune(scratch.repository(), "m1.odd", k_date);
  ASSERT_TRUE(pruned) << pruned.error().message;
  EXPECT_EQ(scratch.sh("git show " + *pruned->salvage_ref + ":mine.txt"), "mine");
}

TEST_F(OddWorktrees, ALinkInPlaceOfTheWorktreeIsNotFollowed) {
  scratch.sh("mv odd away; mkdir other; echo private >other/file; ln -s other odd", scratch.folder());
  EXPECT_TRUE(contains(odd().problem, "symbolic link")) << odd().problem;
  EXPECT_TRUE(contains(refusal(), "symbolic link"));
  EXPECT_TRUE(os::exists(os::join_path(scratch.folder(), "other/file")));
}

TEST_F(OddWorktrees, OneThatIsLockedAndAwayIsLeftAlone) {
  agent("echo mine >mine.txt");
  scratch.sh("git worktree lock --reason 'on the disk' ../odd; mv ../odd ../disk");
  EXPECT_TRUE(contains(odd().problem, "on the disk")) << odd().problem;
  EXPECT_TRUE(contains(refusal(), "git worktree unlock"));
  const auto again = TaskWorktree::open(scratch.repository(), "m1", "odd", path("odd"), base);
  ASSERT_FALSE(again);
  EXPECT_TRUE(contains(again.error().message, "on the disk")) << again.error().message;
  EXPECT_FALSE(os::exists(path("odd")));
  scratch.sh("mv ../disk ../odd");
  EXPECT_EQ(odd().problem, "");
  EXPECT_EQ(odd().uncommitted, std::vector<std::string>{"mine.txt"});
}

TEST_F(OddWorktrees, AWorktreeFindsItsRepositoryAgainAfterAMove) {
  scratch.sh("mv repo elsewhere", scratch.folder());
  const auto moved = *Repository::open(os::join_path(scratch.folder(), "elsewhere"));
  const auto again = TaskWorktree::open(moved, "m1", "plain", path("plain"), base);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(agent("git status --porcelain", "plain"), "?? mine.txt");
  scratch.sh("mv elsewhere repo", scratch.folder());
}

TEST_F(OddWorktrees, WorktreesOfOlderVersionsMoveWithTheCheckout) {
  const auto old = os::join_path(scratch.root(), ".assay/worktrees/t3");
  ASSERT_TRUE(TaskWorktree::open(scratch.repository(), "m1", "t3", old, base));
  scratch.sh("echo mine >.assay/worktrees/t3/mine.txt; mv ../repo ../elsewhere");
  const auto moved = *Repository::open(os::join_path(scratch.folder(), "elsewhere"));
  const auto place = find_place(moved, "m1.t3");
  ASSERT_TRUE(place && *place);
  EXPECT_EQ((*place)->path, os::join_path(scratch.folder(), "elsewhere/.assay/worktrees/t3"));
  EXPECT_EQ(status_of(moved, "m1.t3")->uncommitted, std::vector<std::string>{"mine.txt"});
  scratch.sh("mv elsewhere repo", scratch.folder());
}

TEST_F(OddWorktrees, ACopyOfTheRepositoryLeavesTheWorktreesOfTheOriginalAlone) {
  scratch.sh("cp -a repo copy", scratch.folder());
  const auto copy = *Repository::open(os::join_path(scratch.folder(), "copy"));
  EXPECT_TRUE(is_of_another(copy, path("plain")));
  EXPECT_FALSE(is_of_another(scratch.repository(), path("plain")));
  EXPECT_FALSE(TaskWorktree::open(copy, "m1", "plain", path("plain"), base));
  ASSERT_TRUE(prune(copy, "m1.plain", k_date));
  EXPECT_EQ(agent("git status --porcelain", "plain"), "?? mine.txt");
  EXPECT_EQ(odd().problem, "");
}

TEST_F(OddWorktrees, ARemovalThatWasKilledIsFinishedByTheNext) {
  scratch.sh("mkdir .removed; mv odd .removed/odd-x", scratch.folder());  // the files were set aside, and no more
  EXPECT_EQ(refusal(), "");
  scratch.sh("rm -r .git/worktrees/plain; mv ../plain ../.removed/plain-x");  // git's folder as well
  EXPECT_EQ(refusal("m1.plain"), "");
  EXPECT_TRUE(place_names(scratch.repository()).empty());
  EXPECT_TRUE(delete_set_aside(aside_in(scratch.folder()), std::chrono::minutes(1)));
  EXPECT_FALSE(os::exists(aside_in(scratch.folder())));
  EXPECT_EQ(scratch.sh("git worktree list | wc -l"), "1");
}

TEST_F(OddWorktrees, WhatWasSalvagedIsNotSalvagedAgain) {
  const auto first = salvage(scratch.repository(), **find_place(scratch.repository(), "m1.plain"), k_date);
  ASSERT_TRUE(first && *first);
  const auto pruned = prune(scratch.repository(), "m1.plain", k_date + 60);
  ASSERT_TRUE(pruned) << pruned.error().message;
  EXPECT_EQ(pruned->salvage_ref, *first);
  EXPECT_EQ(scratch.sh("git for-each-ref refs/assay/salvage | wc -l"), "1");
}

TEST_F(OddWorktrees, WhatNoBranchHoldsCanBeLeftWhereItIs) {
  const auto refused = prune(scratch.repository(), "m1.plain", k_date, Unsaved::stays);
  ASSERT_FALSE(refused);
  EXPECT_TRUE(contains(refused.error().message, "no branch holds"));
  EXPECT_EQ(agent("cat mine.txt", "plain"), "mine");
  EXPECT_TRUE(prune(scratch.repository(), "m1.odd", k_date, Unsaved::stays));
  EXPECT_FALSE(os::exists(path("odd")));
}

TEST_F(OddWorktrees, AWorktreeIsFoundAmongOthersOfItsName) {
  scratch.sh("git worktree add -q ../x/odd -b other");  // git calls its folder odd1
  EXPECT_EQ(find_admin(scratch.repository(), path("x/odd")), os::join_path(scratch.root(), ".git/worktrees/odd1"));
  EXPECT_EQ(find_admin(scratch.repository(), path("odd")), os::join_path(scratch.root(), ".git/worktrees/odd"));
  EXPECT_EQ(all_admins(scratch.repository()).size(), 3U);
  EXPECT_FALSE(find_admin(scratch.repository(), path("none")));
}

}  // namespace
}  // namespace assay::git
