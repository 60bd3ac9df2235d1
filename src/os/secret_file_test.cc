#include "os/secret_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "os/files.h"

namespace assay::os {
namespace {

TEST(SecretFile, IsMadeOnceForItsOwnerOnly) {
  const auto scratch = ScratchFolder::make("secret");
  const auto path = join_path(scratch->path(), "key");
  EXPECT_TRUE(*write_secret_once(path, "one"));
  EXPECT_FALSE(*write_secret_once(path, "two"));
  EXPECT_EQ(*read_secret(path, 100), "one");
  struct stat st {};
  ASSERT_EQ(::stat(path.c_str(), &st), 0);
  EXPECT_EQ(st.st_mode & 07777, 0600u);
  EXPECT_EQ(list_folder(scratch->path())->size(), 1u);
}

TEST(SecretFile, ThatOthersCanReadIsRefused) {
  const auto scratch = ScratchFolder::make("secret");
  const auto path = join_path(scratch->path(), "key");
  ASSERT_TRUE(write_secret_once(path, "one"));
  ::chmod(path.c_str(), 0640);
  const auto read = read_secret(path, 100);
  ASSERT_FALSE(read);
  EXPECT_TRUE(contains(read.error().message, "chmod 600"));
  ::chmod(path.c_str(), 0600);
  const auto link = join_path(scratch->path(), "link");
  ASSERT_EQ(::symlink(path.c_str(), link.c_str()), 0);
  EXPECT_FALSE(read_secret(link, 100));
  EXPECT_EQ(read_secret(join_path(scratch->path(), "none"), 100).error().code, Code::not_found);
}

}  // namespace
}  // namespace assay::os
