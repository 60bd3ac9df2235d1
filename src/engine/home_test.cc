#include "engine/home.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "git/repository.h"
#include "os/files.h"

namespace assay::engine {
namespace {

class HomeTest : public testing::Test {
 protected:
  void SetUp() override {
    auto made = os::ScratchFolder::make("home-test");
    ASSERT_TRUE(made);
    m_scratch.emplace(std::move(*made));
    root = *os::real_path(m_scratch->path());
    ASSERT_TRUE(os::make_folders(root + "/repo/deep/down"));
    ASSERT_TRUE(os::write_file(root + "/repo/a.txt", "a\n"));
    ASSERT_TRUE(git::init_with_commit(root + "/repo", "one"));
  }
  std::string root;

 private:
  std::optional<os::ScratchFolder> m_scratch;
};

TEST_F(HomeTest, IsAtTheTopOfTheRepository) {
  const auto home = find_home(root + "/repo/deep/down");
  ASSERT_TRUE(home) << home.error().message;
  EXPECT_EQ(home->top, root + "/repo");
  EXPECT_EQ(home->work_tree, root + "/repo");
  EXPECT_EQ(home->store, root + "/repo/.assay/assay.db");
}
TEST_F(HomeTest, IsSharedByLinkedWorkTrees) {
  const auto repository = git::Repository::open(root + "/repo");
  ASSERT_TRUE(repository->run({"worktree", "add", "-q", root + "/linked", "-b", "other"}));
  const auto home = find_home(root + "/linked");
  ASSERT_TRUE(home) << home.error().message;
  EXPECT_EQ(home->work_tree, root + "/linked");
  EXPECT_EQ(home->top, root + "/repo");
}
TEST_F(HomeTest, OfASubmoduleIsItsOwn) {
  ASSERT_TRUE(os::make_folders(root + "/outer/.git/modules/sub"));
  ASSERT_TRUE(os::make_folders(root + "/outer/sub"));
  ASSERT_TRUE(os::write_file(root + "/outer/sub/.git", "gitdir: ../.git/modules/sub\n"));
  const auto home = find_home(root + "/outer/sub");
  ASSERT_TRUE(home) << home.error().message;
  EXPECT_EQ(home->top, root + "/outer/sub");
}
TEST_F(HomeTest, OfWorkTreesOfABareRepositoryIsTheRepository) {
  for (const char* folder : {"/bare.git/objects", "/bare.git/refs", "/bare.git/worktrees/tree", "/tree"}) {
    ASSERT_TRUE(os::make_folders(root + folder));
  }
  ASSERT_TRUE(os::write_file(root + "/bare.git/HEAD", "ref: refs/heads/main\n"));
  ASSERT_TRUE(os::write_file(root + "/bare.git/worktrees/tree/commondir", "../..\n"));
  ASSERT_TRUE(os::write_file(root + "/tree/.git", "gitdir: " + root + "/bare.git/worktrees/tree\n"));
  const auto home = find_home(root + "/tree");
  ASSERT_TRUE(home) << home.error().message;
  EXPECT_EQ(home->top, root + "/bare.git");
  const auto inside = find_home(root + "/bare.git");
  ASSERT_FALSE(inside);
  EXPECT_NE(inside.error().message.find("bare repository"), std::string::npos);
}
TEST_F(HomeTest, OutsideOfARepositorySaysWhatToDo) {
  ASSERT_TRUE(os::make_folders(root + "/plain"));
  const auto home = find_home(root + "/plain");
  ASSERT_FALSE(home) << "the scratch folder lies in a repository: set TMPDIR to one that does not";
  EXPECT_NE(home.error().message.find("git init"), std::string::npos);
}
TEST_F(HomeTest, HidesItselfFromGit) {
  const auto home = find_home(root + "/repo");
  ASSERT_TRUE(make_home(*home));
  ASSERT_TRUE(make_home(*home));
  const auto repository = git::Repository::open(root + "/repo");
  EXPECT_EQ(*repository->run({"status", "--porcelain"}), "");
}
TEST_F(HomeTest, IsNoSymbolicLinkThatCameWithTheRepository) {
  std::filesystem::create_symlink(".", root + "/repo/.assay");
  const auto home = find_home(root + "/repo");
  ASSERT_FALSE(home);
  EXPECT_EQ(home.error().code, Code::conflict);
  EXPECT_NE(home.error().message.find("symbolic link"), std::string::npos);
  std::filesystem::remove(root + "/repo/.assay");
  std::filesystem::create_directory(root + "/repo/.assay");
  std::filesystem::create_symlink("/nowhere/at/all.db", root + "/repo/.assay/assay.db");
  EXPECT_FALSE(find_home(root + "/repo"));
}

}  // namespace
}  // namespace assay::engine
