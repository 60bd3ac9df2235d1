#include "os/beneath.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::os {
namespace {

class Beneath : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(make_folders(folder + "/sub"));
    ASSERT_TRUE(write_file(folder + "/sub/a.txt", "inside"));
    ASSERT_TRUE(write_file(scratch.path() + "/secret", "outside"));
    ASSERT_EQ(::symlink("../secret", (folder + "/link").c_str()), 0);
    ASSERT_EQ(::symlink(scratch.path().c_str(), (folder + "/away").c_str()), 0);
    ASSERT_EQ(::symlink("sub", (folder + "/near").c_str()), 0);
    ASSERT_EQ(::mkfifo((folder + "/pipe").c_str(), 0600), 0);
    ASSERT_EQ(::link((scratch.path() + "/secret").c_str(), (folder + "/twin").c_str()), 0);
  }
  ScratchFolder scratch = *ScratchFolder::make("assay-test");
  std::string folder = scratch.path() + "/w";
};

TEST_F(Beneath, FilesInsideAreReadAndWritten) {
  EXPECT_EQ(*read_beneath(folder, "sub/a.txt", 100), "inside");
  EXPECT_EQ(*read_beneath(folder, folder + "/sub/a.txt", 100), "inside");
  EXPECT_EQ(*read_beneath(folder, "near/a.txt", 100), "inside") << "a link that stays inside";
  EXPECT_TRUE(write_beneath(folder, "new/deep/er.txt", "made"));
  EXPECT_EQ(*read_file(folder + "/new/deep/er.txt"), "made");
  EXPECT_TRUE(write_beneath(folder, "sub/a.txt", "x"));
  EXPECT_EQ(*read_file(folder + "/sub/a.txt"), "x");
}

TEST_F(Beneath, NoWayLeadsOut) {
  for (const std::string path :
       {"link", "away/secret", "../secret", "sub/../../secret", "pipe", "sub", "", "/etc/passwd", "missing"}) {
    EXPECT_FALSE(read_beneath(folder, path, 100)) << path;
  }
  for (const std::string path :
       {"link", "away/secret", "away/new", "../new", "away/deep/new", "pipe", "sub", "twin", "/tmp/new"}) {
    EXPECT_FALSE(write_beneath(folder, path, "x")) << path;
  }
  EXPECT_FALSE(write_beneath(folder, scratch.path() + "/w/../secret", "x"));
  EXPECT_EQ(*read_file(scratch.path() + "/secret"), "outside");
  EXPECT_FALSE(exists(scratch.path() + "/new"));
  EXPECT_FALSE(exists(scratch.path() + "/deep"));
}

TEST_F(Beneath, AFileGrowsToItsLimit) {
  EXPECT_TRUE(append_beneath(folder, "sub/a.txt", "!", 7));
  EXPECT_EQ(*read_file(folder + "/sub/a.txt"), "inside!");
  EXPECT_EQ(append_beneath(folder, "sub/a.txt", "!", 7).error().code, Code::conflict);
  for (const std::string path : {"link", "away/secret", "pipe", "twin", "missing"}) {
    EXPECT_FALSE(append_beneath(folder, path, "x", 100)) << path;
  }
  EXPECT_EQ(*read_file(scratch.path() + "/secret"), "outside");
}

TEST_F(Beneath, LargeFilesAreRefused) { EXPECT_FALSE(read_beneath(folder, "sub/a.txt", 3)); }

}  // namespace
}  // namespace assay::os
