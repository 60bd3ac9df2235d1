#include "git/known_commits.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "git/commit.h"
#include "git/refs/refs.h"
#include "git/scratch_repository.h"

namespace assay::git {
namespace {

TEST(KnownCommits, KeepsATreeOnceItIsKnown) {
  KnownCommits known;
  EXPECT_FALSE(known.has("a"));
  known.remember("a", "");
  EXPECT_TRUE(known.has("a"));
  EXPECT_FALSE(known.tree_of("a").has_value());
  known.remember("a", "t");
  known.remember("a", "");
  EXPECT_EQ(known.tree_of("a"), "t");
}

TEST(KnownCommits, KeepsABoundedNumber) {
  KnownCommits known;
  for (size_t i = 0; i < 3 * KnownCommits::k_most; ++i) {
    known.remember(cat("commit-", i), "t");
    ASSERT_LE(known.size(), KnownCommits::k_most);
    ASSERT_TRUE(known.has(cat("commit-", i)));
  }
}

TEST(KnownCommits, AreSharedByAllWhoOpenTheRepository) {
  ScratchRepository scratch;
  const auto first = scratch.repository();
  const auto second = scratch.repository();
  EXPECT_EQ(&first.known_commits(), &second.known_commits());
  EXPECT_EQ(*first.commit_of("refs/heads/main"), scratch.id("main"));
  EXPECT_TRUE(second.known_commits().has(scratch.id("main")));
  ScratchRepository other;
  EXPECT_NE(&first.known_commits(), &other.repository().known_commits());
}

// A commit that was written beside the repository goes with that folder.
TEST(KnownCommits, OfObjectsBesideTheRepositoryAreKeptApart) {
  ScratchRepository scratch;
  const auto repository = scratch.repository();
  const auto beside = repository.writing_objects_to(scratch.root() + "/../beside");
  ASSERT_TRUE(beside.has_value());
  beside->known_commits().remember("a", "t");
  EXPECT_FALSE(repository.known_commits().has("a"));
}

// Whatever is remembered, a branch is where it is now.
TEST(KnownCommits, BranchesAreFollowedHoweverTheyAreKept) {
  ScratchRepository scratch;
  const auto repository = scratch.repository();
  const auto first = scratch.id("main");
  EXPECT_EQ(*repository.commit_of("refs/heads/main"), first);
  EXPECT_EQ(*repository.commit_of("refs/heads/main"), first);
  scratch.commit("echo two >two");
  const auto second = scratch.id("main");
  EXPECT_EQ(*repository.commit_of("refs/heads/main"), second);
  EXPECT_EQ(*tree_of(repository, second), scratch.id(second + "^{tree}"));
  EXPECT_EQ(*tree_of(repository, second), scratch.id(second + "^{tree}"));
  scratch.sh("git pack-refs --all");
  EXPECT_EQ(*repository.commit_of("refs/heads/main"), second);
  EXPECT_EQ(read_ref(repository, "refs/heads/main").value(), second);
  scratch.sh("git checkout -q -b other; git branch -D main; git symbolic-ref refs/heads/main refs/heads/other");
  scratch.commit("echo three >three");
  EXPECT_EQ(*repository.commit_of("refs/heads/main"), scratch.id("other"));
  scratch.sh("git symbolic-ref -d refs/heads/main");
  EXPECT_FALSE(repository.commit_of("refs/heads/main"));
  EXPECT_FALSE(read_ref(repository, "refs/heads/main").value().has_value());
}

TEST(KnownCommits, ARefThatNamesNothingIsNoCommit) {
  ScratchRepository scratch;
  const auto repository = scratch.repository();
  const std::string nothing(40, 'a');
  scratch.sh("mkdir -p .git/refs/heads; echo " + nothing + " >.git/refs/heads/broken; echo junk >.git/refs/heads/odd");
  EXPECT_FALSE(repository.commit_of("refs/heads/broken"));
  EXPECT_FALSE(repository.commit_of("refs/heads/odd"));
  EXPECT_FALSE(repository.commit_of("refs/heads/../../HEAD"));
  EXPECT_FALSE(repository.commit_of(nothing));
}

}  // namespace
}  // namespace assay::git
