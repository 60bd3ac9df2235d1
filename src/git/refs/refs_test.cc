#include "git/refs/refs.h"

#include "git/scratch_repository.h"

namespace assay::git {
namespace {

class Refs : public testing::Test {
 protected:
  Refs() : m_first(m_scratch.id("HEAD")), m_second(m_scratch.commit("echo 2 >a.txt")) {}

  Result<std::optional<RefMoved>> swap(const std::vector<RefChange>& changes) const {
    return swap_refs(m_scratch.repository(), changes, "test");
  }

  ScratchRepository m_scratch;
  std::string m_first, m_second;
};

TEST_F(Refs, SwapHappensOnlyWhenTheOldValueStillHolds) {
  m_scratch.sh("git branch target " + m_first);
  auto moved = swap({{"refs/heads/target", m_second, m_first}});
  ASSERT_TRUE(moved) << moved.error().message;
  EXPECT_FALSE(*moved);
  EXPECT_EQ(m_scratch.id("target"), m_second);

  moved = swap({{"refs/heads/target", m_first, m_first}});
  ASSERT_TRUE(moved && *moved);
  EXPECT_EQ((*moved)->ref, "refs/heads/target");
  EXPECT_EQ((*moved)->found, m_second);
  EXPECT_EQ(m_scratch.id("target"), m_second);
}

TEST_F(Refs, CreatingNeedsThatThereIsNone) {
  EXPECT_FALSE(*swap({{"refs/heads/new", m_first, ""}}));
  const auto again = swap({{"refs/heads/new", m_second, ""}});
  ASSERT_TRUE(again && *again);
  EXPECT_EQ((*again)->found, m_first);
  EXPECT_FALSE(*swap({{"refs/heads/new", "", m_first}}));
  EXPECT_EQ(*read_ref(m_scratch.repository(), "refs/heads/new"), std::nullopt);
}

TEST_F(Refs, SeveralChangeTogetherOrNotAtAll) {
  m_scratch.sh("git branch one " + m_first + "; git branch two " + m_second);
  const auto moved = swap({{"refs/heads/one", m_second, m_first}, {"refs/heads/two", m_second, m_first}});
  ASSERT_TRUE(moved && *moved);
  EXPECT_EQ((*moved)->ref, "refs/heads/two");
  EXPECT_EQ(m_scratch.id("one"), m_first);
}

// A git that was killed between taking a lock and renaming it.
TEST_F(Refs, LocksThatAKilledGitLeftOnOurRefsAreRemoved) {
  m_scratch.sh(
      "mkdir -p .git/refs/assay/missions/m .git/refs/notes; touch -d '1 hour ago' "
      ".git/refs/assay/missions/m/landing.lock "
      ".git/refs/notes/assay.lock");
  EXPECT_FALSE(*swap({{"refs/assay/missions/m/landing", m_first, std::nullopt}}));
  EXPECT_FALSE(*swap({{"refs/notes/assay", m_second, ""}}));
  EXPECT_EQ(m_scratch.id("refs/assay/missions/m/landing"), m_first);
}

TEST_F(Refs, ALockOfSomebodyElseStays) {
  m_scratch.sh("git branch target " + m_first + "; echo " + m_second + " >.git/refs/heads/target.lock; " +
               "touch -d '1 hour ago' .git/refs/heads/target.lock");
  EXPECT_FALSE(swap({{"refs/heads/target", m_second, m_first}}));
  m_scratch.sh("test -e .git/refs/heads/target.lock; : >.git/refs/heads/target.lock");
  EXPECT_FALSE(swap({{"refs/heads/target", m_second, m_first}}));
  m_scratch.sh("test -e .git/refs/heads/target.lock");
}

TEST_F(Refs, ASymbolicRefIsNotFollowed) {
  m_scratch.sh("git branch victim " + m_first + "; git symbolic-ref refs/heads/alias refs/heads/victim");
  EXPECT_TRUE(swap({{"refs/heads/alias", m_second, std::nullopt}}));
  EXPECT_EQ(m_scratch.id("refs/heads/victim"), m_first);
}

TEST_F(Refs, ABranchNamedLikeARefOrAnIdIsNotTakenForIt) {
  m_scratch.sh("git update-ref refs/heads/refs/heads/ghost " + m_second + "; git branch " + m_first + " " + m_second);
  EXPECT_EQ(*read_ref(m_scratch.repository(), "refs/heads/ghost"), std::nullopt);
  EXPECT_FALSE(*swap({{"refs/heads/real", m_first, ""}}));
  EXPECT_EQ(m_scratch.id("refs/heads/real"), m_first);
}

TEST_F(Refs, RefusesNamesThatAreNoRefs) {
  EXPECT_FALSE(swap({{"main", m_second, std::nullopt}}));
  EXPECT_FALSE(swap({{"refs/heads/..", m_second, std::nullopt}}));
  for (const char* bad : {"", "a/b", "..", "a..b", ".a", "-x", "a.lock", "a b", "x\n", "a."}) {
    EXPECT_FALSE(integration_ref(bad)) << bad;
  }
  EXPECT_EQ(*integration_ref("m-1.2"), "refs/assay/missions/m-1.2/integration");
}

TEST_F(Refs, KeepsACommitFromBeingCollected) {
  const auto loose = m_scratch.sh("git commit-tree -m loose HEAD^{tree}");
  ASSERT_TRUE(keep(m_scratch.repository(), *integration_ref("m1"), loose));
  m_scratch.sh("git gc -q --prune=now");
  EXPECT_EQ(m_scratch.status_of("git cat-file -e " + loose), 0);
  ASSERT_TRUE(keep(m_scratch.repository(), *integration_ref("m1"), m_first));  // again, elsewhere
  EXPECT_EQ(**read_ref(m_scratch.repository(), *integration_ref("m1")), m_first);
}

TEST_F(Refs, FindsWhereABranchIsCheckedOut) {
  m_scratch.sh("git worktree add -q -b side '../with space'; git worktree add -q --detach ../loose");
  const auto all = checkouts(m_scratch.repository());
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 3u);
  EXPECT_EQ((*all)[0].branch, "main");
  EXPECT_EQ((*all)[0].head, m_second);
  const auto side = checkouts_of(m_scratch.repository(), "side");
  ASSERT_EQ(side->size(), 1u);
  EXPECT_TRUE((*side)[0].path.ends_with("/with space"));
  EXPECT_TRUE(checkouts_of(m_scratch.repository(), "nobody")->empty());
  m_scratch.sh("rm -r '../with space'");
  EXPECT_TRUE((*checkouts_of(m_scratch.repository(), "side"))[0].is_missing);
}

TEST_F(Refs, ABranchInTheMiddleOfARebaseIsStillHeld) {
  m_scratch.sh("git checkout -q -b topic " + m_first +
               "; echo other >a.txt; git commit -qam other; git rebase main || :");
  const auto held = checkouts_of(m_scratch.repository(), "topic");
  ASSERT_EQ(held->size(), 1u);
  EXPECT_EQ((*held)[0].held, "topic");
  EXPECT_EQ(pending_in(m_scratch.repository().git_folder()), Pending::rebase);
}

TEST(Checkouts, TheMainWorkTreeOfASeparateGitFolderIsNamed) {
  const ScratchRepository scratch("--separate-git-dir=apart.git");
  const auto repository = scratch.repository();
  const auto all = checkouts_of(repository, "main");
  ASSERT_TRUE(all) << all.error().message;
  ASSERT_EQ(all->size(), 1U);
  EXPECT_EQ(all->front().path, repository.root());
}

}  // namespace
}  // namespace assay::git
