#include "git/borrowed.h"

#include <gtest/gtest.h>

#include "git/scratch_repository.h"

namespace assay::git {
namespace {

TEST(Borrowed, LaysOutExactlyTheFilesOfATreeAndLeavesTheOtherAlone) {
  const ScratchRepository scratch;
  const auto one = scratch.id("HEAD");
  const auto two = scratch.commit(
      "echo new >new.txt; printf 'a\\r\\n' >crlf.txt; echo '*.txt text eol=crlf filter=lfs' >.gitattributes");
  scratch.sh("echo mine >a.txt; echo staged >s.txt; git add s.txt");
  const auto before = scratch.sh("git status --porcelain; git rev-parse HEAD; git for-each-ref; cat .git/config");
  const auto folder = os::join_path(scratch.folder(), "borrowing");
  ASSERT_TRUE(os::make_folders(folder));
  const auto borrowing = make_borrowing(scratch.repository(), folder);
  ASSERT_TRUE(borrowing) << borrowing.error().message;
  ASSERT_TRUE(lay_out(*borrowing, two));
  EXPECT_EQ(*os::read_file(os::join_path(folder, "crlf.txt")), "a\n");  // as git keeps it
  EXPECT_EQ(*os::read_file(os::join_path(folder, "a.txt")), "one\n");
  ASSERT_TRUE(os::write_file(os::join_path(folder, "a.txt"), "changed\n"));
  ASSERT_TRUE(os::write_file(os::join_path(folder, "other.txt"), "added\n"));
  const auto made = lay_out(*borrowing, one);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(*os::read_file(os::join_path(folder, "a.txt")), "one\n");
  EXPECT_FALSE(os::exists(os::join_path(folder, "new.txt")));
  EXPECT_FALSE(os::exists(os::join_path(folder, "other.txt")));
  ASSERT_TRUE(os::write_file(os::join_path(folder, "policy.toml"), "x\n"));
  const auto commit = commit_laid_out(*borrowing, {"policy.toml"});
  ASSERT_TRUE(commit) << commit.error().message;
  EXPECT_EQ(scratch.sh("git ls-tree --name-only " + *commit, folder), "a.txt\nb.txt\npolicy.toml\nsrc");
  EXPECT_EQ(scratch.sh("git status --porcelain; git rev-parse HEAD; git for-each-ref; cat .git/config"), before);
  EXPECT_NE(scratch.status_of("git cat-file -e " + *commit), 0);
}

}  // namespace
}  // namespace assay::git
