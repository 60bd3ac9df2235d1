#include "git/graft.h"

#include <gtest/gtest.h>

#include "git/scratch_repository.h"

namespace assay::git {
namespace {

TEST(Graft, TakesPathsFromAnotherCommit) {
  const ScratchRepository scratch;
  const auto before = scratch.id("HEAD");
  const auto after = scratch.commit(
      "echo changed >a.txt; echo changed >b.txt; git rm -q src/c.txt; echo n >'new one'; chmod +x 'new one'");
  const auto repository = scratch.repository();
  const auto onto = Tree::open(repository, before).value();
  const auto from = Tree::open(repository, after).value();
  const std::vector<std::string> paths = {"a.txt", "src/c.txt", "new one"};
  const auto id = graft(repository, onto, from, paths);
  ASSERT_TRUE(id) << id.error().message;
  const auto tree = Tree::open(repository, *id).value();
  EXPECT_EQ(tree.read("a.txt").value(), "changed\n");
  EXPECT_EQ(tree.read("b.txt").value(), "two\n");
  EXPECT_FALSE(tree.has("src/c.txt"));
  ASSERT_NE(tree.find("new one"), nullptr);
  EXPECT_EQ(tree.find("new one")->kind, EntryKind::executable);
  EXPECT_EQ(scratch.sh("git status --porcelain"), "");
}

}  // namespace
}  // namespace assay::git
