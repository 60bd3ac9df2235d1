#include "git/checkout/index_lock.h"

#include "git/scratch_repository.h"

namespace assay::git {
namespace {

using std::chrono::milliseconds;
const std::string k_one(40, '1'), k_two(40, '2');

class IndexLockTest : public testing::Test {
 protected:
  Result<IndexLock> take() const { return IndexLock::take(scratch.repository(), {k_one, k_two}, milliseconds(40)); }
  bool is_locked() const { return os::exists(lock); }

  ScratchRepository scratch;
  const std::string lock = scratch.path(".git/index.lock");
};

TEST_F(IndexLockTest, KeepsEveryOtherGitFromWritingTheIndex) {
  scratch.sh("echo mine >a.txt");
  {
    const auto held = take();
    ASSERT_TRUE(held) << held.error().message;
    for (const char* order : {"git add a.txt", "git commit -qam mine", "git commit -q --allow-empty -m mine",
                              "git checkout -q -b other HEAD~0", "git stash -q", "git reset -q --hard"}) {
      EXPECT_NE(scratch.status_of(order), 0) << order;
    }
    EXPECT_EQ(scratch.sh("git status --porcelain"), " M a.txt");
    EXPECT_FALSE(take()) << "one at a time";
  }
  EXPECT_FALSE(is_locked());
  scratch.sh("git commit -qam mine");
}

TEST_F(IndexLockTest, OneOfAnotherGitIsLeftAlone) {
  for (const std::string content : {"", "DIRC", "assay", "assay moves this checkout from --one to --two"}) {
    scratch.sh("printf '" + content + "' >.git/index.lock");
    const auto held = take();
    ASSERT_FALSE(held);
    EXPECT_NE(held.error().message.find("index.lock exists"), std::string::npos) << held.error().message;
    EXPECT_FALSE(*IndexLock::take_left(scratch.repository()));
    EXPECT_TRUE(IndexLock::find_left(scratch.path(".git")).empty());
    EXPECT_EQ(scratch.sh("cat .git/index.lock"), content);
  }
}

TEST_F(IndexLockTest, OneThatIsPinnedStaysForTheNext) {
  {
    auto held = take();
    ASSERT_TRUE(held);
    EXPECT_FALSE(*IndexLock::take_left(scratch.repository())) << "its holder lives";
    EXPECT_TRUE(IndexLock::find_left(scratch.path(".git")).empty()) << "its holder lives";
    held->pin();
  }
  EXPECT_TRUE(is_locked());
  const auto found = IndexLock::find_left(scratch.path(".git"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].file, lock);
  EXPECT_EQ(found[0].move.to, k_two);
  EXPECT_FALSE(take()) << "the move must be finished first";
  {
    const auto left = IndexLock::take_left(scratch.repository());
    ASSERT_TRUE(left && *left);
    EXPECT_EQ((*left)->move().from, k_one);
    EXPECT_EQ((*left)->move().to, k_two);
  }
  EXPECT_TRUE(is_locked()) << "only who has finished it removes it";
  (*IndexLock::take_left(scratch.repository()))->release();
  EXPECT_FALSE(is_locked());
  EXPECT_TRUE(take());
}

TEST_F(IndexLockTest, WhatSomebodyPutInItsPlaceStays) {
  auto held = take();
  ASSERT_TRUE(held);
  const auto draft = held->draft();
  ASSERT_TRUE(draft) << draft.error().message;
  scratch.sh("rm .git/index.lock; echo other >.git/other; mv .git/other .git/index.lock");
  EXPECT_FALSE(held->install(*draft));
  held->release();
  EXPECT_EQ(scratch.sh("cat .git/index.lock"), "other");
}

TEST_F(IndexLockTest, ALinkedWorkTreeHasItsOwn) {
  scratch.sh("git worktree add -q -b next ../next");
  const auto linked = *Repository::open(os::join_path(scratch.folder(), "next"));
  const auto held = IndexLock::take(linked, {k_one, k_two});
  ASSERT_TRUE(held) << held.error().message;
  EXPECT_NE(scratch.status_of("git commit -q --allow-empty -m mine", linked.root()), 0);
  scratch.sh("git commit -q --allow-empty -m mine");
}

}  // namespace
}  // namespace assay::git
