#include "engine/state_folder.h"

#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "os/files.h"

namespace assay::engine {
namespace {

class StateFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    auto made = os::ScratchFolder::make("state-test");
    ASSERT_TRUE(made);
    m_scratch.emplace(std::move(*made));
    root = *os::real_path(m_scratch->path());
    ::setenv("ASSAY_STATE_HOME", (root + "/state").c_str(), 1);
    ASSERT_TRUE(os::make_folders(root + "/shop/.git"));
  }
  void TearDown() override { ::unsetenv("ASSAY_STATE_HOME"); }
  std::string root;

 private:
  std::optional<os::ScratchFolder> m_scratch;
};

mode_t mode_of(const std::string& path) {
  struct stat st {};
  return ::stat(path.c_str(), &st) == 0 ? st.st_mode & 0777 : 0;
}

TEST_F(StateFolderTest, IsMadeOnceAndOnlyWhenAsked) {
  const auto none = state_folder(root + "/shop/.git");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, Code::not_found);
  EXPECT_FALSE(os::exists(root + "/state"));
  const auto made = make_state_folder(root + "/shop/.git");
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_TRUE(made->starts_with(root + "/state/shop-")) << *made;
  EXPECT_EQ(*make_state_folder(root + "/shop/.git"), *made);
  EXPECT_EQ(*state_folder(root + "/shop/.git"), *made);
}
// The system ends a path at a zero byte: such a name would be that of the folder of all repositories.
TEST_F(StateFolderTest, ARecordWithAZeroByteNamesNothing) {
  ASSERT_TRUE(make_state_folder(root + "/shop/.git"));
  ASSERT_TRUE(os::write_file(root + "/shop/.git/assay/state", std::string("\0x id\n", 6)));
  EXPECT_FALSE(state_folder(root + "/shop/.git"));
}
TEST_F(StateFolderTest, IsForItsOwnerOnly) {
  const auto made = make_state_folder(root + "/shop/.git");
  EXPECT_EQ(mode_of(root + "/state"), 0700u);
  EXPECT_EQ(mode_of(*made), 0700u);
}
TEST_F(StateFolderTest, FollowsARepositoryThatMoved) {
  const auto made = make_state_folder(root + "/shop/.git");
  std::filesystem::rename(root + "/shop", root + "/moved");
  EXPECT_EQ(*state_folder(root + "/moved/.git"), *made);
  EXPECT_EQ(*make_state_folder(root + "/moved/.git"), *made);
}
TEST_F(StateFolderTest, OfACopyIsAnother) {
  const auto made = make_state_folder(root + "/shop/.git");
  std::filesystem::copy(root + "/shop", root + "/copy", std::filesystem::copy_options::recursive);
  EXPECT_FALSE(state_folder(root + "/copy/.git"));
  const auto other = make_state_folder(root + "/copy/.git");
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_NE(*other, *made);
  EXPECT_EQ(*state_folder(root + "/shop/.git"), *made);
}
TEST_F(StateFolderTest, OfANewRepositoryAtAnOldPathIsAnother) {
  const auto made = make_state_folder(root + "/shop/.git");
  std::filesystem::remove_all(root + "/shop");
  ASSERT_TRUE(os::make_folders(root + "/shop/.git"));
  EXPECT_FALSE(state_folder(root + "/shop/.git"));
  const auto other = make_state_folder(root + "/shop/.git");
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_NE(*other, *made);
}
TEST_F(StateFolderTest, IsFoundForPathsWithLineBreaks) {
  const std::string odd = root + "/a\nb/.git";
  ASSERT_TRUE(os::make_folders(odd));
  const auto made = make_state_folder(odd);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(*state_folder(odd), *made);
}
TEST_F(StateFolderTest, OfARecordThatLeadsElsewhereIsNotUsed) {
  ASSERT_TRUE(os::make_folders(root + "/shop/.git/assay"));
  ASSERT_TRUE(os::make_folders(root + "/elsewhere"));
  ASSERT_TRUE(os::make_folders(root + "/state"));
  ASSERT_TRUE(os::write_file(root + "/shop/.git/assay/state", "../elsewhere id\n"));
  EXPECT_FALSE(state_folder(root + "/shop/.git"));
}
TEST_F(StateFolderTest, SaysWhatToSetWhenItCannotBeMade) {
  ASSERT_TRUE(os::write_file(root + "/file", ""));
  ::setenv("ASSAY_STATE_HOME", (root + "/file/below").c_str(), 1);
  const auto made = make_state_folder(root + "/shop/.git");
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("ASSAY_STATE_HOME"), std::string::npos) << made.error().message;
}

}  // namespace
}  // namespace assay::engine
