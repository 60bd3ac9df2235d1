#include "git/git_paths.h"

#include "git/scratch_repository.h"

namespace assay::git {
namespace {

TEST(GitPaths, OfACheckoutALinkedWorkTreeAndNothing) {
  const ScratchRepository scratch;
  const auto root = *os::real_path(scratch.repository().root());
  scratch.sh("mkdir -p deep/er && git worktree add -q ../linked -b linked");

  const auto main = find_git_paths(root + "/deep/er");
  ASSERT_TRUE(main);
  EXPECT_EQ(main->root, root);
  EXPECT_EQ(main->git_folder, root + "/.git");
  EXPECT_EQ(main->common, root + "/.git");

  const auto linked = find_git_paths(os::join_path(os::parent_path(root), "linked"));
  ASSERT_TRUE(linked);
  EXPECT_EQ(linked->link, os::join_path(os::parent_path(root), "linked/.git"));
  EXPECT_EQ(linked->git_folder, root + "/.git/worktrees/linked");
  EXPECT_EQ(linked->common, root + "/.git");

  EXPECT_FALSE(find_git_paths("/usr/bin"));
  EXPECT_FALSE(find_git_paths("/no/such/folder"));
}

TEST(GitPaths, TheMainWorkTreeIsFoundWhereverTheGitFolderLies) {
  const ScratchRepository scratch;
  const auto above = *os::real_path(scratch.folder());
  EXPECT_EQ(main_work_tree(above + "/repo/.git"), above + "/repo");

  scratch.sh(
      "git init -q --separate-git-dir=apart.git top; git init -q linked; mv linked/.git linked.git; "
      "ln -s ../linked.git linked/.git; git init -q --bare bare.git",
      above);
  for (const std::string name : {"apart", "linked"}) {
    const auto git_folder = cat(above, "/", name, ".git");
    const auto top = cat(above, name == "apart" ? "/top" : "/linked");
    EXPECT_FALSE(main_work_tree(git_folder));
    scratch.sh(cat("mkdir -p ", git_folder, "/assay; echo ", top, "/.assay >", git_folder, "/assay/home"));
    EXPECT_EQ(main_work_tree(git_folder), top);
    scratch.sh(cat("mv ", top, " ", top, "2"));  // the record is of another time
    EXPECT_FALSE(main_work_tree(git_folder));
  }
  EXPECT_FALSE(main_work_tree(above + "/bare.git"));
}

TEST(GitPaths, AHarmlessConfigurationHasNoRemoteAndNoProgram) {
  const auto made = harmless_config(
      "[core]\n\trepositoryformatversion = 1\n\tbare = false\n\tfsmonitor = evil\n\tsshCommand = evil\n"
      "[extensions]\n\tobjectformat = sha256\n[remote \"origin\"]\n\turl = https://u:p@host/x\n"
      "[http \"https://host/\"]\n\textraheader = AUTHORIZATION: x\n[Core]\n\tfilemode = true\n");
  EXPECT_EQ(made,
            "[core]\n\trepositoryformatversion = 1\n\tbare = false\n[extensions]\n\tobjectformat = sha256\n"
            "[core]\n\tfilemode = true\n");
}

TEST(GitPaths, TellsWhereASecretMayBe) {
  EXPECT_TRUE(may_hold_secret("[remote \"o\"]\n\turl = https://user:pass@host/x\n"));
  EXPECT_TRUE(may_hold_secret("[http]\n\tExtraHeader = AUTHORIZATION: basic x\n"));
  EXPECT_FALSE(may_hold_secret("[remote \"o\"]\n\turl = https://host/x\n[user]\n\temail = a@b\n"));
}

}  // namespace
}  // namespace assay::git
