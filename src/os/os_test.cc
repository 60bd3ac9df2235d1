#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"
#include "os/guarded_file.h"

namespace assay::os {
namespace {

TEST(Files, InsideFollowsLinksAndRefusesToLeave) {
  auto scratch = ScratchFolder::make("assay-test");
  ASSERT_TRUE(scratch);
  const auto root = *real_path(scratch->path());
  ASSERT_TRUE(make_folders(root + "/a"));
  ASSERT_EQ(::symlink("/etc", (root + "/out").c_str()), 0);
  EXPECT_EQ(*inside(root, "a/new/file"), root + "/a/new/file");
  EXPECT_FALSE(inside(root, "../x"));
  EXPECT_FALSE(inside(root, "out/passwd"));
  EXPECT_FALSE(inside(root, "/etc"));
  EXPECT_FALSE(inside(root, "nothing/../../../etc"));
}

TEST(Files, WriteFileReplacesWhole) {
  auto scratch = ScratchFolder::make("assay-test");
  const auto path = scratch->path() + "/f";
  ASSERT_TRUE(write_file(path, "one"));
  ASSERT_TRUE(write_file(path, "two"));
  EXPECT_EQ(*read_file(path), "two");
  EXPECT_EQ(list_folder(scratch->path())->size(), 1u);
  EXPECT_FALSE(read_file(path, 2));
  EXPECT_FALSE(FileSource::open(scratch->path()));
}

TEST(Files, LargeFilesAreReadWhole) {
  auto scratch = ScratchFolder::make("assay-test");
  const auto path = scratch->path() + "/large";
  std::string content;
  for (int i = 0; content.size() < (size_t{20} << 20); ++i) content += cat("line ", i, "\n");
  ASSERT_TRUE(write_file(path, content));
  auto source = FileSource::open(path);
  ASSERT_TRUE(source);
  std::string got;
  std::vector<char> buffer(300'007);
  for (;;) {
    auto n = (*source)->read(buffer);
    ASSERT_TRUE(n);
    if (*n == 0) break;
    got.append(buffer.data(), *n);
  }
  EXPECT_EQ(got, content);
}

class Guarded : public testing::Test {
 protected:
  ScratchFolder scratch = *ScratchFolder::make("assay-test");
  std::string root = *real_path(scratch.path());
};

TEST_F(Guarded, WritesPrivateFileInsideRoot) {
  auto file = GuardedFile::open(root, "x/result.json");
  ASSERT_TRUE(file) << file.error().message;
  ASSERT_TRUE(file->write("{}"));
  EXPECT_EQ(*read_file(root + "/x/result.json"), "{}");
  struct stat st {};
  ASSERT_EQ(::stat((root + "/x/result.json").c_str(), &st), 0);
  EXPECT_EQ(st.st_mode & 0777, 0600u);
}

TEST_F(Guarded, RefusesLinksFifosFoldersAndOutside) {
  ASSERT_TRUE(write_file(root + "/victim", "precious"));
  ASSERT_EQ(::symlink((root + "/victim").c_str(), (root + "/link").c_str()), 0);
  ASSERT_EQ(::link((root + "/victim").c_str(), (root + "/hard").c_str()), 0);
  ASSERT_EQ(::mkfifo((root + "/fifo").c_str(), 0600), 0);
  ASSERT_TRUE(make_folders(root + "/folder"));
  ASSERT_EQ(::symlink("/tmp", (root + "/tmp").c_str()), 0);
  for (const char* path : {"link", "hard", "fifo", "folder", "../out.json", "tmp/out.json", "/tmp/out.json"}) {
    EXPECT_FALSE(GuardedFile::open(root, path)) << path;
  }
  EXPECT_EQ(*read_file(root + "/victim"), "precious");
}

TEST_F(Guarded, RefusesWhenReplacedBeforeTheWrite) {
  auto file = GuardedFile::open(root, "result.json");
  ASSERT_TRUE(file);
  ASSERT_TRUE(write_file(root + "/victim", "precious"));
  ASSERT_EQ(::unlink((root + "/result.json").c_str()), 0);
  ASSERT_EQ(::symlink("victim", (root + "/result.json").c_str()), 0);
  EXPECT_FALSE(file->write("{}"));
  EXPECT_EQ(*read_file(root + "/victim"), "precious");
}

}  // namespace
}  // namespace assay::os
