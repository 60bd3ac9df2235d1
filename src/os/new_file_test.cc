#include "os/new_file.h"

#include <gtest/gtest.h>

namespace assay::os {
namespace {

class NewFileTest : public testing::Test {
 protected:
  ScratchFolder m_folder = ScratchFolder::make("assay-new-file").value();
  std::string path(std::string_view name) const { return join_path(m_folder.path(), name); }
};

TEST_F(NewFileTest, AppearsWholeWhenItIsCommitted) {
  ASSERT_TRUE(write_file(path("a"), "old"));
  {
    auto file = NewFile::open(path("a"));
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("new "));
    ASSERT_TRUE(file->write("text"));
    EXPECT_EQ(read_file(path("a")).value(), "old");
    ASSERT_TRUE(file->commit());
  }
  EXPECT_EQ(read_file(path("a")).value(), "new text");
  EXPECT_EQ(list_folder(m_folder.path())->size(), 1u);
}

TEST_F(NewFileTest, LeavesNothingBehindWithoutCommit) {
  {
    auto file = NewFile::open(path("a"));
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("half"));
    const NewFile moved = std::move(*file);
  }
  EXPECT_TRUE(list_folder(m_folder.path())->empty());
}

TEST_F(NewFileTest, SaysWhyItCannotBeWritten) {
  EXPECT_EQ(NewFile::open(path("no/such")).error().code, Code::not_found);
  EXPECT_EQ(NewFile::open(m_folder.path()).error().code, Code::invalid_input);
  EXPECT_EQ(NewFile::open("/dev/null").error().code, Code::invalid_input);
}

}  // namespace
}  // namespace assay::os
