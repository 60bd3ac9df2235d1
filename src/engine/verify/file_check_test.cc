#include "engine/verify/file_check.h"

#include <gtest/gtest.h>

#include "git/scratch_repository.h"

namespace assay::engine {
namespace {

class FileCheck : public testing::Test {
 protected:
  FileAnswer ask(std::string_view path) const {
    const auto tree = git::Tree::open(m_repository.repository(), "HEAD").value();
    return check_file(tree, path).value();
  }
  git::ScratchRepository m_repository;
};

TEST_F(FileCheck, AFileAFolderAndAPatternAreFound) {
  EXPECT_EQ(ask("a.txt").reason, "a file of 4 bytes");
  EXPECT_EQ(ask("src").reason, "a folder with 1 file");
  EXPECT_EQ(ask("src/").reason, "a folder with 1 file");
  EXPECT_EQ(ask("**/*.txt").reason, "a.txt and 2 more");
  EXPECT_EQ(ask("./src/../a.txt").exists, true);
}

TEST_F(FileCheck, WhatIsNotCommittedIsNotThere) {
  m_repository.sh("echo x >late.txt");
  EXPECT_FALSE(ask("late.txt").exists);
  EXPECT_FALSE(ask("*.md").exists);
  EXPECT_FALSE(ask("a.txt/").exists);
}

TEST_F(FileCheck, LinksCountOnlyInsideTheTree) {
  m_repository.commit(
      "ln -s a.txt good; ln -s /etc/passwd out; ln -s ../../../etc/passwd up; ln -s nothing dangling; ln -s loop loop; "
      "ln -s src folder; ln -s ../b.txt src/back");
  EXPECT_TRUE(ask("good").exists);
  EXPECT_TRUE(ask("folder/c.txt").exists);
  EXPECT_TRUE(ask("folder").exists);
  EXPECT_TRUE(ask("src/back").exists);
  EXPECT_FALSE(ask("out").exists);
  EXPECT_FALSE(ask("up").exists);
  EXPECT_EQ(ask("dangling").reason, "it is a symbolic link to nothing");
  EXPECT_FALSE(ask("loop").exists);
}

TEST_F(FileCheck, PathsOutsideAreRefused) {
  EXPECT_EQ(ask("/etc/passwd").reason, "the path leaves the repository");
  EXPECT_EQ(ask("../x").reason, "the path leaves the repository");
  EXPECT_EQ(ask("").exists, false);
}

TEST_F(FileCheck, AFileWhoseNameLooksLikeAPatternIsItself) {
  m_repository.commit("echo x >'odd[1].txt'");
  EXPECT_TRUE(ask("odd[1].txt").exists);
}

}  // namespace
}  // namespace assay::engine
