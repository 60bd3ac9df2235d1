#include "git/checkout/work_tree_id.h"

#include "git/scratch_repository.h"
#include "git/snapshot.h"

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

TEST(WorkTreeId, IsWrittenApartFromTheRepository) {
  for (const std::string name : {"repo", "re:po", "\"re\\po"}) {
    const ScratchRepository scratch;
    const auto folder = os::join_path(scratch.folder(), name);
    if (name != "repo") scratch.sh("mv repo '" + name + "'", scratch.folder());
    scratch.sh("echo changed >a.txt", folder);
    const auto objects = scratch.sh("find .git/objects -type f | sort", folder);
    const auto apart = Repository::open(folder)->writing_objects_to(os::join_path(scratch.folder(), "apart"));
    ASSERT_TRUE(apart) << apart.error().message;
    const auto tree = write_work_tree(*apart);
    ASSERT_TRUE(tree) << tree.error().message;
    EXPECT_EQ(scratch.sh("find .git/objects -type f | sort", folder), objects);
    const auto whole = Tree::open(*apart, *tree);
    ASSERT_TRUE(whole) << whole.error().message;
    EXPECT_EQ(*whole->read("a.txt", 100), "changed\n");
    EXPECT_EQ(*whole->read("b.txt", 100), "two\n");  // from the repository
    EXPECT_EQ(*apart->run_sealed({"cat-file", "-t", *tree}), "tree");
  }
}

}  // namespace
}  // namespace assay::git
