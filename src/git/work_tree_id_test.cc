#include "git/work_tree_id.h"

#include "git/scratch_repository.h"

namespace assay::git {
namespace {

TEST(WorkTreeId, HoldsWhatIsThereAndNothingThatIsIgnored) {
  const ScratchRepository scratch;
  scratch.sh(
      "echo '*.log' >.gitignore; echo changed >a.txt; rm b.txt; echo new >new.txt; echo x >x.log; "
      "git update-index --assume-unchanged src/c.txt; echo hidden >src/c.txt");
  const auto status = scratch.sh("git status --porcelain; git ls-files -v");
  const auto tree = write_work_tree(scratch.repository());
  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ(scratch.sh("git ls-tree -r --name-only " + *tree), ".gitignore\na.txt\nnew.txt\nsrc/c.txt");
  EXPECT_EQ(scratch.sh("git show " + *tree + ":a.txt " + *tree + ":src/c.txt"), "changed\nhidden");
  EXPECT_EQ(scratch.sh("git status --porcelain; git ls-files -v"), status);
}

TEST(WorkTreeId, IsTheCommitsOwnWhereNothingChanged) {
  const ScratchRepository scratch;
  const auto tree = write_work_tree(scratch.repository());
  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ(*tree, scratch.id("HEAD^{tree}"));
}

}  // namespace
}  // namespace assay::git
